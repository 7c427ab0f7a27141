import { expect, test } from "vitest";
import { listRedirects } from "@/server/connections/connect";
import { call } from "../support/client";
import { signUp } from "../support/company";

// Nothing of QuickBooks or Stripe is set in this file.

const REFUSAL =
  "QuickBooks isn't set up on this installation. Its operator has to set QUICKBOOKS_CLIENT_ID and QUICKBOOKS_CLIENT_SECRET.";

test("without QuickBooks' keys the screen and the endpoint say what the operator has to set", async () => {
  expect(listRedirects()).toEqual({
    stripe: expect.stringContaining("Stripe Connect isn't set up on this installation."),
    quickbook: REFUSAL,
  });
  const { token } = await signUp();
  const { status, body } = await call("GET", "/qb/connect/", { token });
  expect([status, body.message]).toEqual([409, REFUSAL]);
});
