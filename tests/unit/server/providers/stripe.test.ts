import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { unixDay } from "@/emulators/stripe/book";
import { sumMinor } from "@/lib/money";
import type { SourceLine, SourcePayout } from "@/server/providers/types";
import {
  ACCOUNT,
  collect,
  control,
  type Emulators,
  failure,
  MemoryStore,
  type Overview,
  overview,
  printed,
  startEmulators,
  stripeProvider,
} from "./support";

const TODAY = "2026-11-18";

let emulators: Emulators;
let truth: Overview;
let store: MemoryStore;

beforeAll(async () => {
  emulators = await startEmulators({ today: TODAY, seed: 7 });
  truth = await overview(emulators);
  store = new MemoryStore({ secretKey: emulators.credentials.stripeSecretKey });
});

afterEach(() => control(emulators, "DELETE", "/faults"));
afterAll(() => emulators.close());

function fault(input: object) {
  return control(emulators, "POST", "/faults", { provider: "stripe", ...input });
}

describe("connecting", () => {
  const connect = (key: string) =>
    stripeProvider(emulators).keyConnect.connect({ secret_key: key });

  it("returns the account behind a secret key", async () => {
    const { stripeSecretKey } = emulators.credentials;
    expect(await connect(` ${stripeSecretKey} `)).toEqual({
      externalAccountId: expect.stringMatching(/^acct_/),
      displayName: "Sample Company",
      livemode: false,
      currency: "USD",
      credentials: { secretKey: stripeSecretKey },
    });
  });

  it("refuses other text without calling Stripe", async () => {
    for (const key of ["", "pk_test_123", "whsec_123"]) {
      const error = await failure(connect(key));
      expect(error).toMatchObject({
        failure: "rejected",
        detail: { code: "not_a_secret_key" },
      });
    }
  });

  it("reports an unknown key without repeating it", async () => {
    const error = await failure(connect("sk_test_wrong0123456789"));
    expect(error).toMatchObject({ failure: "unauthorized", detail: { status: 401 } });
    expect(printed(error)).not.toMatch(/sk_test|6789/);
  });

  it("names the permission that a restricted key lacks", async () => {
    const error = await failure(connect(emulators.credentials.stripeRestrictedKey));
    expect(error.failure).toBe("forbidden");
    expect(error.detail.missingPermission).toBe("Customers: Read");
    expect(printed(error)).not.toContain("rk_test");
  });
});

describe("the whole walk", () => {
  let payouts: SourcePayout[];
  let lines: Map<string, SourceLine[]>;

  beforeAll(async () => {
    const { source } = stripeProvider(emulators);
    payouts = await collect(source.payouts(store, undefined, ACCOUNT));
    lines = new Map();
    for (const payout of payouts)
      lines.set(payout.providerId, await source.lines(store, payout, ACCOUNT));
  });

  it("returns every payout unchanged", () => {
    const found = payouts.map((payout) => ({
      id: payout.providerId,
      amount: payout.amount,
      currency: payout.currency.toLowerCase(),
      status: payout.status,
      automatic: payout.itemized,
      arrival: payout.date,
    }));
    const expected = truth.payouts.map(({ about: _, lines: __, ...facts }) => facts);
    const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1);
    expect(found.sort(byId)).toMatchObject(
      expected.sort(byId).map(({ id, amount, currency, status, automatic, arrival }) => {
        return { id, amount, currency, status, automatic, arrival };
      }),
    );
    expect(found.length).toBeGreaterThan(40);
  });

  it("returns every line, and their net is the payout to the cent", () => {
    for (const payout of payouts.filter(({ itemized }) => itemized)) {
      const found = lines.get(payout.providerId) ?? [];
      const expected = truth.payouts.find(({ id }) => id === payout.providerId)?.lines ?? [];
      expect(found.map(({ providerId }) => providerId).sort()).toEqual(
        expected.map(({ id }) => id).sort(),
      );
      expect(sumMinor(found.map(({ net }) => net))).toBe(payout.amount);
      for (const { gross, fee, net } of found) expect(gross - fee).toBe(net);
    }
  });

  it("returns a manual payout without lines, and waits for one in transit", () => {
    const manual = payouts.filter(({ itemized }) => !itemized);
    expect(manual.map(({ providerId }) => lines.get(providerId))).toEqual([[], []]);
    expect(manual.every(({ complete }) => complete)).toBe(true);
    const waiting = payouts.filter(({ complete }) => !complete);
    expect(waiting.map(({ status }) => status)).toEqual(["in_transit"]);
  });

  it("distinguishes the kinds", () => {
    const all = [...lines.values()].flat();
    const kinds = new Set(all.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(
      ["adjustment", "charge", "dispute", "dispute_reversal", "fee", "refund"].sort(),
    );
    const dispute = all.find(({ kind }) => kind === "dispute");
    expect(dispute).toMatchObject({ fee: 1500, providerKind: "dispute" });
  });

  it("returns a refund's customer and numbers through its charge", () => {
    const all = [...lines.values()].flat();
    const charges = all.filter(({ kind }) => kind === "charge");
    const refund = all.find(({ kind, customerName }) => kind === "refund" && customerName !== "");
    const chargeId = refund?.reference.split(" ").find((id) => id.startsWith("ch_"));
    const charge = charges.find(({ reference }) => reference.split(" ").includes(String(chargeId)));
    expect(charge).toMatchObject({
      customerName: refund?.customerName,
      customerEmail: refund?.customerEmail,
    });
    expect(charge?.reference).toMatch(/txn_\w+ ch_\w+ pi_\w+/);
    const invoice = charges.find(({ description }) => description.startsWith("Invoice INV-"));
    const numbers = (line: SourceLine | undefined) => line?.numbers?.map(({ value }) => value);
    expect(numbers(invoice)).toContain(invoice?.description.split(" ")[1]);
    const order = charges.find(({ description }) => description.startsWith("Order #"));
    expect(numbers(order)).toContain(order?.description.split("#")[1]);
  });

  it("keeps neither people nor cards in the raw facts", () => {
    for (const { raw, customerName, customerEmail } of [...lines.values()].flat()) {
      const text = JSON.stringify(raw);
      expect(text).not.toMatch(/4242|fingerprint|billing_details/);
      if (customerName) expect(text).not.toContain(customerName);
      if (customerEmail) expect(text).not.toContain(customerEmail);
    }
  });

  it("reads from a given time", async () => {
    const created = payouts.map(({ raw }) => (raw as { created: number }).created);
    const middle = [...created].sort((a, b) => a - b)[Math.floor(created.length / 2)] ?? 0;
    // The emulator's clock stays at its day.
    const since = Math.floor(Date.now() / 1000) - unixDay(TODAY) + middle;
    const newer = await collect(stripeProvider(emulators).source.payouts(store, since, ACCOUNT));
    expect(newer).toHaveLength(created.filter((each) => each >= middle).length);
  });
});

describe("pages", () => {
  let busy: Emulators;

  beforeAll(async () => {
    busy = await startEmulators({ today: "2026-11-18", company: "empty" });
  });
  afterAll(() => busy.close());

  it("reads all of them, of payouts and of lines", async () => {
    const charges = Array.from({ length: 205 }, (_, index) => ({ amount: 1000 + index }));
    await control(busy, "POST", "/stripe/payouts", { charges });
    const few = { charges: [{ amount: 5000 }], date: "2026-10-01" };
    for (let count = 0; count < 104; count += 1)
      await control(busy, "POST", "/stripe/payouts", few);
    const { source } = stripeProvider(busy);
    const payouts = await collect(source.payouts(store, undefined, ACCOUNT));
    expect(new Set(payouts.map(({ providerId }) => providerId)).size).toBe(105);
    const [largest] = payouts.sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0));
    if (!largest) throw new Error("no payout");
    expect(await source.lines(store, largest, ACCOUNT)).toHaveLength(205);
    for (const kind of ["double_rows", "reverse_rows", "overlap"]) {
      const match = { path: "/v1/balance_transactions" };
      await control(busy, "POST", "/faults", { provider: "stripe", kind, match, times: 2 });
      expect(await source.lines(store, largest, ACCOUNT), kind).toHaveLength(205);
    }
  });
});

describe("failures", () => {
  const walk = (timeoutMs?: number) =>
    collect(stripeProvider(emulators, timeoutMs).source.payouts(store, undefined, ACCOUNT));

  it.each([
    { input: { kind: "status", status: 401 }, failure: "unauthorized" },
    // The first one may concern the bank accounts alone.
    { input: { kind: "status", status: 403, times: 2 }, failure: "forbidden" },
    { input: { kind: "status", status: 404 }, failure: "not_found" },
    { input: { kind: "status", status: 400 }, failure: "rejected" },
    { input: { kind: "status", status: 500 }, failure: "unavailable" },
    { input: { kind: "status", status: 503 }, failure: "unavailable" },
    { input: { kind: "malformed" }, failure: "unavailable" },
    { input: { kind: "truncated" }, failure: "unavailable" },
    { input: { kind: "cut", times: 2 }, failure: "unavailable" },
  ])("$input.kind $input.status is $failure", async ({ input, failure: expected }) => {
    await fault(input);
    const error = await failure(walk());
    expect(error.failure).toBe(expected);
    expect(printed(error)).not.toContain(emulators.credentials.stripeSecretKey);
  });

  it("fails when there is no answer", async () => {
    await fault({ kind: "timeout" });
    expect((await failure(walk(200))).failure).toBe("unavailable");
  });

  it("retries after a 429, which the SDK does not", async () => {
    await fault({ kind: "status", status: 429, times: 2 });
    expect(await walk()).toHaveLength(truth.payouts.length);
  });

  it("returns a long wait to the caller", async () => {
    await fault({ kind: "status", status: 429, retryAfter: 120 });
    const error = await failure(walk());
    expect(error).toMatchObject({ failure: "rate_limited", detail: { retryAfterSeconds: 120 } });
    expect(error.retryable).toBe(true);
  });

  it("asks to reconnect when the stored credentials are invalid", async () => {
    const pages = stripeProvider(emulators).source.payouts(
      new MemoryStore({ login: "x" }),
      undefined,
      ACCOUNT,
    );
    expect((await failure(collect(pages))).failure).toBe("unauthorized");
  });
});
