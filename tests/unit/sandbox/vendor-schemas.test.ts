import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sandbox } from "@/sandbox/start";
import { checkAuthorizeNet } from "@/scripts/lib/vendor-check/authorizenet";
import { checkQuickBooks } from "@/scripts/lib/vendor-check/quickbooks";
import { checkStripe } from "@/scripts/lib/vendor-check/stripe";
import { type Checked, vendorFolder } from "@/scripts/lib/vendor-check/validator";
import { start } from "./clients";

// Reference schemas of the vendors, kept beside the repository and never inside it.
const folder = vendorFolder();

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await start();
});
afterAll(() => sandbox.close());

const checks = {
  Stripe: checkStripe,
  QuickBooks: checkQuickBooks,
  "Authorize.Net": checkAuthorizeNet,
};

for (const [name, check] of Object.entries(checks)) {
  test(`every body of ${name}'s stand-in is what the vendor describes`, async () => {
    if (!folder) return console.log("skipped: vendor schemas absent");
    const checked: Checked[] = await check(sandbox, folder);
    expect(checked.length).toBeGreaterThan(50);
    expect(checked.filter(({ problems }) => problems.length > 0)).toEqual([]);
  }, 60_000);
}
