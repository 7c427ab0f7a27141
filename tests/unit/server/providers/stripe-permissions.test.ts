import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  permissionInWords,
  restrictedKeyAddress,
  STRIPE_PERMISSIONS,
} from "@/lib/providers/stripe-permissions";
import {
  control,
  type Emulators,
  failure,
  printed,
  startEmulators,
  stripeProvider,
} from "./support";

/** What a sync can't do without. */
const NEEDED = STRIPE_PERMISSIONS.filter(({ optional }) => !optional).map(({ id }) => id);

let emulators: Emulators;

beforeAll(async () => {
  emulators = await startEmulators({ today: "2026-11-18", seed: 7 });
});
afterAll(() => emulators.close());

const connect = (key = emulators.credentials.stripeRestrictedKey) =>
  stripeProvider(emulators).keyConnect.connect({ secret_key: key });
const key = (body: object) => control(emulators, "POST", "/stripe/restricted-key", body);
const lacks = (permissions: string[]) => key({ lacks: permissions });

describe("a restricted key", () => {
  test.each(NEEDED)(
    "that lacks %s is refused, in the words of Stripe's page",
    async (permission) => {
      await lacks([permission]);
      const error = await failure(connect());
      const words = permissionInWords(permission);
      expect(words).toMatch(/^[A-Z][A-Za-z ]+: Read$/);
      expect(error).toMatchObject({
        failure: "forbidden",
        detail: { missingPermission: words, missingPermissions: [words] },
      });
      expect(printed(error)).not.toContain("rk_test");
    },
  );

  test("that lacks several gets all names in one error, and none that only Stripe's API knows", async () => {
    await lacks(NEEDED);
    const error = await failure(connect());
    expect([...(error.detail.missingPermissions ?? [])].sort()).toEqual(
      NEEDED.map(permissionInWords).sort(),
    );
    const words = stripeProvider(emulators).keyConnect.explain(error);
    expect(words).toContain("Payouts: Read");
    expect(words).not.toContain("rak_");
  });

  test("with what a sync needs is accepted, though Stripe refuses its account", async () => {
    const { externalAccountId } = await connect(emulators.credentials.stripeSecretKey);
    for (const refused of [["rak_invoice_read"], ["rak_accounts_kyc_basic_read"]]) {
      await lacks(refused);
      // The account is the one of the secret key: connecting with the other key is no second account.
      expect(await connect()).toMatchObject({
        externalAccountId,
        displayName: externalAccountId,
        livemode: false,
        currency: "USD",
      });
    }
  });

  test("that may read the account has its name", async () => {
    await key({ lacks: [], readsAccount: true });
    expect(await connect()).toMatchObject({ displayName: "Sample Company", currency: "USD" });
  });

  test("whose refusal names no account has an id of its own, and no secret in it", async () => {
    await lacks([]);
    const fault = {
      provider: "stripe",
      match: { path: "/v1/account" },
      kind: "status",
      status: 403,
    };
    await control(emulators, "POST", "/faults", fault);
    const { externalAccountId, displayName } = await connect();
    expect(externalAccountId).toMatch(/^key_[0-9a-f]{24}$/);
    expect(displayName).toBe(`Key …${emulators.credentials.stripeRestrictedKey.slice(-4)}`);
  });

  test("a transient failure is not a missing permission", async () => {
    await lacks(["rak_customer_read"]);
    const fault = {
      provider: "stripe",
      match: { path: "/v1/refunds" },
      kind: "status",
      status: 503,
    };
    await control(emulators, "POST", "/faults", fault);
    expect(await failure(connect())).toMatchObject({ failure: "unavailable" });
  });
});

describe("Stripe's page for a key", () => {
  test("opens with the permissions that connecting checks", () => {
    const { origin, pathname, searchParams } = new URL(restrictedKeyAddress());
    expect(origin + pathname).toBe("https://dashboard.stripe.com/apikeys/create");
    expect(searchParams.get("name")).toBe("Deposit Matcher");
    expect(searchParams.getAll("permissions[]").sort()).toEqual(
      [...NEEDED, "rak_invoice_read"].sort(),
    );
  });

  test.each([
    ["rak_payout_read", "Payouts: Read"],
    ["rak_charge_write", "Charges and Refunds: Write"],
    ["rak_application_fee_read", "Application fee: Read"],
  ])("%s is called %s", (id, words) => {
    expect(permissionInWords(id)).toBe(words);
  });
});
