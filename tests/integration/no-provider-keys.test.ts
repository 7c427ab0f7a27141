import { expect, test } from "vitest";
import { listComingSoon, listRedirects, namesOfConnectable } from "@/server/connections/connect";
import { call } from "../support/client";
import { signUp } from "../support/company";

// Nothing of any provider is set in this file.

const REFUSAL =
  "QuickBooks isn't set up on this installation. Its operator has to set QUICKBOOKS_CLIENT_ID and QUICKBOOKS_CLIENT_SECRET.";

test("without QuickBooks' keys the screen and the endpoint say what the operator has to set", async () => {
  expect(listRedirects()).toEqual({
    stripe: expect.stringContaining("Stripe Connect isn't set up on this installation."),
    quickbook: REFUSAL,
    xero: expect.stringContaining("Xero isn't set up on this installation."),
  });
  const { token } = await signUp();
  const { status, body } = await call("GET", "/qb/connect/", { token });
  expect([status, body.message]).toEqual([409, REFUSAL]);
});

test("PayPal and Xero are coming soon without their keys, and can't be connected", async () => {
  expect(listComingSoon()).toEqual(["paypal", "xero"]);
  expect(namesOfConnectable()).toBe("Stripe, Authorize.Net and QuickBooks");
  const { token } = await signUp();
  const body = { client_id: "id", client_secret: "secret" };
  const { status, body: problem } = await call("POST", "/paypal/connect/", { token, body });
  expect([status, problem.message]).toEqual([404, "PayPal can't be connected yet"]);
});
