import { afterAll, beforeAll, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
import { checkAuthorizeNet } from "@/emulators/tests/vendor/authorizenet";
import { checkPayPal } from "@/emulators/tests/vendor/paypal";
import { checkQuickBooks } from "@/emulators/tests/vendor/quickbooks";
import { checkStripe } from "@/emulators/tests/vendor/stripe";
import { type Checked, vendorFolder } from "@/emulators/tests/vendor/validator";
import { checkXero } from "@/emulators/tests/vendor/xero";
import { start } from "./clients";

// Vendors' reference schemas, kept outside the repository.
const folder = vendorFolder();

let emulators: Emulators;

beforeAll(async () => {
  emulators = await start({ paypal: true });
});
afterAll(() => emulators.close());

const checks = {
  Stripe: checkStripe,
  QuickBooks: checkQuickBooks,
  "Authorize.Net": checkAuthorizeNet,
  PayPal: checkPayPal,
  Xero: checkXero,
};

for (const [name, check] of Object.entries(checks)) {
  test(`every body of ${name}'s emulator is valid by the vendor's schema`, async () => {
    if (!folder) return console.log("skipped: vendor schemas absent");
    const checked: Checked[] = await check(emulators, folder);
    expect(checked.length).toBeGreaterThan(50);
    expect(checked.filter(({ problems }) => problems.length > 0)).toEqual([]);
  });
}
