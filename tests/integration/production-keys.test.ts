import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { listRedirects } from "@/server/connections/connect";
import { call } from "../support/client";
import { signUp } from "../support/company";

const REFUSAL =
  "QuickBooks' production keys need an https address on a domain of your own, and this installation is at http://localhost:3000. Its operator has to set APP_URL, or use sandbox keys with QUICKBOOKS_ENVIRONMENT=sandbox.";

let emulators: Emulators;

// Production keys are the default, and so is an address on which Intuit doesn't take them.
beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env, { QUICKBOOKS_ENVIRONMENT: "production" });
});
afterAll(() => emulators.close());

test("QuickBooks' production keys on localhost are answered with what they need, not with Intuit's error page", async () => {
  const { token } = await signUp();
  const { status, body } = await call("GET", "/qb/connect/", { token });
  expect([status, body.message]).toEqual([409, REFUSAL]);
});

test("the screen isn't offered the redirect that would be refused, only the others", () => {
  expect(listRedirects()).toEqual({ stripe: null, quickbook: REFUSAL, xero: null });
});
