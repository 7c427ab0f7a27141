import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control, failure, printed, type Sandbox, startSandbox, stripeProvider } from "./support";

/** What a sync reads, by Stripe's names. */
const NEEDED = [
  "rak_accounts_kyc_basic_read",
  "rak_payout_read",
  "rak_balance_transaction_source_read",
  "rak_charge_read",
  "rak_dispute_read",
  "rak_customer_read",
];

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ today: "2026-11-18", seed: 7 });
});
afterAll(() => sandbox.close());

const connect = () =>
  stripeProvider(sandbox).keyConnect.connect({
    secret_key: sandbox.credentials.stripeRestrictedKey,
  });
const lacks = (permissions: string[]) =>
  control(sandbox, "POST", "/stripe/restricted-key", { lacks: permissions });

describe("a restricted key", () => {
  test.each(NEEDED)("that lacks %s is refused, with its name", async (permission) => {
    await lacks([permission]);
    const error = await failure(connect());
    expect(error).toMatchObject({
      failure: "forbidden",
      detail: { missingPermission: permission, missingPermissions: [permission] },
    });
    expect(printed(error)).not.toContain("rk_test");
  });

  test("that lacks several gets all names in one error", async () => {
    await lacks(NEEDED);
    const error = await failure(connect());
    expect(error.detail.missingPermissions).toEqual(NEEDED);
  });

  test("with all permissions is accepted, in its mode", async () => {
    await lacks(["rak_file_read"]);
    expect(await connect()).toMatchObject({
      externalAccountId: expect.stringMatching(/^acct_/),
      livemode: false,
    });
  });

  test("a transient failure is not a missing permission", async () => {
    await lacks(["rak_customer_read"]);
    const fault = {
      provider: "stripe",
      match: { path: "/v1/refunds" },
      kind: "status",
      status: 503,
    };
    await control(sandbox, "POST", "/faults", fault);
    expect(await failure(connect())).toMatchObject({ failure: "unavailable" });
  });
});
