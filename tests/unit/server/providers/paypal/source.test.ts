import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { PayPalEvent } from "@/emulators/paypal/events/record";
import { sumMinor } from "@/lib/money";
import type { SourceLine, SourcePayout } from "@/server/providers/types";
import {
  collect,
  control,
  type Emulators,
  failure,
  MemoryStore,
  MemoryTransactions,
  payPalProvider,
  printed,
  requests,
  startEmulators,
} from "../support";

let emulators: Emulators;
let store: MemoryStore;
let transactions: MemoryTransactions;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
});
afterAll(() => emulators.close());
beforeEach(async () => {
  await control(emulators, "POST", "/reset");
  store = await connected();
  transactions = new MemoryTransactions();
});

const keys = () => ({
  client_id: emulators.credentials.paypalClientId,
  client_secret: emulators.credentials.paypalClientSecret,
});

async function connected(): Promise<MemoryStore> {
  const { credentials } = await payPalProvider(emulators).keyConnect.connect(keys());
  return new MemoryStore(credentials);
}

const DAY = 86_400_000;
/** A moment some days ago, on the hour. */
const ago = (days: number, minutes = 0) =>
  new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - days * DAY + minutes * 60_000)
    .toISOString()
    .replace(/\.\d+Z$/, "Z");

const add = (...events: PayPalEvent[]) =>
  control(emulators, "POST", "/paypal/transactions", { events });
const account = (settings: object) => control(emulators, "POST", "/paypal/account", settings);
const sale = (id: string, days: number, more: object = {}): PayPalEvent =>
  ({
    type: "sale",
    id,
    amount: 10_000,
    fee: 398,
    at: ago(days),
    name: "Ada Byron",
    ...more,
  }) as PayPalEvent;
const withdrawal = (id: string, days: number, more: object = {}): PayPalEvent =>
  ({ type: "withdrawal", id, at: ago(days), ...more }) as PayPalEvent;

interface Read {
  payouts: SourcePayout[];
  /** Of each complete payout, which they add up to. */
  lines: Map<string, SourceLine[]>;
}

/** One sync; oldest first. */
async function read(timeZone = "UTC", since?: number): Promise<Read> {
  const { source } = payPalProvider(emulators);
  const reading = { timeZone, transactions };
  const payouts = (await collect(source.payouts(store, since, reading))).reverse();
  const lines = new Map<string, SourceLine[]>();
  for (const payout of payouts.filter(({ complete }) => complete)) {
    const own = await source.lines(store, payout, reading);
    expect(sumMinor(own.map(({ net }) => net))).toBe(payout.amount);
    for (const { gross, fee, net } of own) expect(gross - fee).toBe(net);
    lines.set(payout.providerId, own);
  }
  return { payouts, lines };
}

const idsOf = (lines: SourceLine[] | undefined) => lines?.map(({ providerId }) => providerId);
const kindsOf = (lines: SourceLine[] | undefined) =>
  lines?.map(({ kind, providerKind, net }) => [kind, providerKind, net]);

describe("connecting", () => {
  it("names the account, its currency, and keeps the token for its nine hours", async () => {
    const connection = await payPalProvider(emulators).keyConnect.connect(keys());
    expect(connection).toMatchObject({
      externalAccountId: expect.stringMatching(/^\w{13}$/),
      currency: "USD",
    });
    await read();
    await read();
    expect(await requests(emulators, "/v1/oauth2/token")).toHaveLength(2);
  });

  it("tells wrong keys from a permission that is missing, or that PayPal has yet to allow (trap 13)", async () => {
    const { connect, explain } = payPalProvider(emulators).keyConnect;
    const wrong = await failure(connect({ ...keys(), client_secret: "wrong-secret" }));
    expect(explain(wrong)).toContain("doesn't accept this client ID and secret");
    expect(printed(wrong)).not.toContain("wrong-secret");
    await account({ transactionSearch: false });
    expect(explain(await failure(connect(keys())))).toContain("tick Transaction Search");
    expect(explain(await failure(connect(keys())))).toContain("nine hours");
  });

  it("replaces a token of before the permission, and says so while it can't", async () => {
    await account({ transactionSearch: false });
    const refused = await failure(read());
    expect(refused).toMatchObject({
      failure: "forbidden",
      detail: { missingPermission: "Transaction Search" },
    });
    await account({ transactionSearch: true });
    await expect(read()).resolves.toBeTruthy();
  });
});

describe("reading", () => {
  test("windows of 31 days share no second, and two years are some 25 of them (trap 1)", async () => {
    await add(sale("A", 700), sale("B", 400), withdrawal("W", 10));
    await read();
    // The first was asked for to connect.
    const [, ...asked] = (await requests(emulators, "/v1/reporting/transactions")).map(
      ({ query }) => new URLSearchParams(query),
    );
    expect(asked.length).toBeLessThan(27);
    const ends = asked.map((each) => [
      Date.parse(each.get("start_date") ?? ""),
      Date.parse(each.get("end_date") ?? ""),
    ]);
    for (const [index, [start = 0, end = 0]] of ends.entries()) {
      expect(end - start).toBeLessThan(31 * DAY);
      if (index > 0) expect(start - (ends[index - 1]?.[1] ?? 0)).toBe(1000);
    }
    expect([...transactions.rows.values()].map(({ providerId }) => providerId).sort()).toEqual([
      "A",
      "B",
      "W",
    ]);
  });

  test("goes on where PayPal's own answer ended, not where it was asked to (traps 2 and 11)", async () => {
    await account({ refreshedTo: ago(2) });
    await add(sale("A", 4), sale("B", 1), withdrawal("W", 1, { at: ago(1, 30) }));
    expect((await read()).payouts).toEqual([]);
    expect((await transactions.covered())?.until.toISOString()).toBe(
      new Date(ago(2)).toISOString(),
    );
    await account({ refreshedTo: ago(0) });
    expect(idsOf((await read()).lines.get("W"))).toEqual(["A", "B"]);
  });

  test.each([400, 404])(
    "“not available” as %s is nothing yet, and moves nothing (trap 3)",
    async (status) => {
      await account({ refreshedTo: ago(900), notAvailable: status });
      await add(sale("A", 4));
      expect((await read()).payouts).toEqual([]);
      expect(await transactions.covered()).toBeNull();
      await account({ refreshedTo: null });
      await read();
      expect(transactions.rows.size).toBe(1);
    },
  );

  test("an error under status 200 is a refusal", async () => {
    await control(emulators, "POST", "/faults", { provider: "paypal", kind: "fault200", times: 9 });
    expect(await failure(read())).toMatchObject({ failure: "rejected" });
  });

  test("a refusal of too many calls is waited for, and nothing is read twice or left out", async () => {
    await account({ callsPerMinute: 10, cooldownSeconds: 0.001 });
    await add(sale("A", 700), sale("B", 400), withdrawal("W", 10));
    expect(idsOf((await read()).lines.get("W"))).toEqual(["A", "B"]);
    const asked = await requests(emulators, "/v1/reporting/transactions");
    expect(asked.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  test("a window with too many rows is halved", async () => {
    await account({ maximumItems: 3 });
    const events = Array.from({ length: 9 }, (_, index) => sale(`S${index}`, 20 - index));
    await add(...events, withdrawal("W", 5));
    expect((await read()).lines.get("W")).toHaveLength(9);
  });

  test.each(["arrive", "leave", "repeat"])(
    "rows that %s between pages are read whole",
    async (drift) => {
      const events = Array.from({ length: 501 }, (_, index) =>
        sale(`S${index}`, 20, { at: ago(20, index) }),
      );
      await add(...events);
      if (drift === "arrive") await add(sale("LATE", 20, { at: ago(20, 250), late: true }));
      await add(withdrawal("W", 5));
      await account({ drift });
      const { lines } = await read();
      expect(new Set(idsOf(lines.get("W"))).size).toBe(drift === "arrive" ? 502 : 501);
    },
  );

  test.each(["Z", "+0000", "zone"])("moments written with %s are the same", async (dates) => {
    await account({ dates, timeZone: "America/Los_Angeles" });
    await add(sale("A", 4, { at: `${ago(4).slice(0, 10)}T03:00:00Z` }), withdrawal("W", 3));
    const { lines } = await read("America/New_York");
    const [line] = lines.get("W") ?? [];
    expect(line?.date).toBe(ago(5).slice(0, 10));
  });

  test("filters nothing, so that balances are there (trap 12), and keeps every row with its id (trap 4)", async () => {
    await add(
      sale("A", 9),
      { type: "dispute", id: "H", of: "A", at: ago(8), amount: 2000 } as PayPalEvent,
      { type: "decision", of: "H", at: ago(7), outcome: "won" } as PayPalEvent,
      { type: "display", of: "A", at: ago(6) } as PayPalEvent,
      withdrawal("W", 5),
    );
    const { lines } = await read();
    expect(kindsOf(lines.get("W"))).toEqual([
      ["charge", "T0006", 9602],
      ["reserve", "T1110", -2000],
      ["reserve", "T1111", 2000],
    ]);
    for (const { balance } of transactions.rows.values()) expect(balance).not.toBeNull();
  });

  test("a late row keeps the withdrawal waiting, with the reason, and completes it (trap 11)", async () => {
    await add(sale("A", 9), sale("B", 8, { late: true }), sale("C", 7), withdrawal("W", 6));
    const [waiting] = (await read()).payouts;
    expect(waiting).toMatchObject({ complete: false });
    expect(waiting?.waitsFor).toContain("a movement of 96.02 USD before");
    await control(emulators, "POST", "/paypal/late-rows");
    expect(idsOf((await read()).lines.get("W"))).toEqual(["A", "B", "C"]);
  });
});

describe("what is in a withdrawal", () => {
  test("reversed rows count (trap 5), fees are signed (6), money sent is no refund (7)", async () => {
    await add(
      sale("A", 9),
      { type: "refund", id: "R", of: "A", at: ago(8), feeBack: 98 } as PayPalEvent,
      sale("B", 8, { at: ago(8, 30) }),
      { type: "sent", id: "OUT", at: ago(7), amount: 1500 } as PayPalEvent,
      withdrawal("W", 6),
    );
    const { lines } = await read();
    expect(kindsOf(lines.get("W"))).toEqual([
      ["charge", "T0006", 9602],
      ["refund", "T1107", -9902],
      ["charge", "T0006", 9602],
      ["adjustment", expect.stringMatching(/^T00/), -1500],
    ]);
    expect(lines.get("W")?.[1]).toMatchObject({
      gross: -10_000,
      fee: -98,
      chargeId: "A",
      customerName: "Ada Byron",
    });
  });

  test("a lost dispute is a hold, its end, and the loss (trap 8)", async () => {
    await add(
      sale("A", 9),
      sale("B", 9, { at: ago(9, 30) }),
      { type: "dispute", id: "H", of: "A", at: ago(8), amount: 10_000 } as PayPalEvent,
      { type: "decision", of: "H", at: ago(7), outcome: "lost" } as PayPalEvent,
      withdrawal("W", 6),
    );
    const kinds = kindsOf((await read()).lines.get("W"))?.map(([kind]) => kind);
    expect(kinds).toEqual(["charge", "charge", "reserve", "reserve", "dispute"]);
  });

  test("a payment converted at once is income in the account's currency (trap 9)", async () => {
    await add(
      sale("EURO", 9, { currency: "EUR" }),
      {
        ...{ type: "conversion", of: "EURO" },
        from: { amount: 9602, currency: "EUR" },
        to: { amount: 10_100, currency: "USD" },
      } as PayPalEvent,
      withdrawal("W", 6),
    );
    const { payouts, lines } = await read();
    expect(payouts.map(({ providerId }) => providerId)).toEqual(["W"]);
    expect(lines.get("W")).toMatchObject([
      {
        kind: "charge",
        gross: 10_100,
        fee: 0,
        customerName: "Ada Byron",
        chargeId: "EURO",
        paid: { amount: 10_000, currency: "EUR" },
      },
    ]);
  });

  test("a partial one splits a payment: whole in the first, the rest in the next (trap 10)", async () => {
    await add(
      sale("A", 9),
      sale("B", 8),
      withdrawal("W1", 7, { amount: 15_000 }),
      withdrawal("W2", 6),
    );
    const { lines } = await read();
    expect(kindsOf(lines.get("W1"))).toEqual([
      ["charge", "T0006", 9602],
      ["charge", "T0006", 9602],
      ["reserve", "carried_over", -4204],
    ]);
    expect(lines.get("W2")).toMatchObject([
      { providerId: "B-rest", kind: "reserve", net: 4204, reference: "B" },
    ]);
  });

  test("an instant one pays its fee, on its row or apart", async () => {
    await add(
      sale("A", 9),
      withdrawal("W1", 8, { instantFee: 144 }),
      sale("B", 7),
      withdrawal("W2", 6, { instantFee: 144, feeApart: true }),
    );
    const { payouts, lines } = await read();
    expect(payouts.map(({ amount }) => amount)).toEqual([9458, 9458]);
    for (const id of ["W1", "W2"]) {
      expect(kindsOf(lines.get(id))?.[1]).toEqual(["fee", "withdrawal_fee", -144]);
    }
  });

  test.each(["updated", "initiated"])(
    "one that the bank returned fails, and its payments leave with the next, listed by when it %s (trap 14)",
    async (windowBy) => {
      await add(sale("A", 12), withdrawal("W1", 11, { status: "P" }));
      expect((await read()).payouts).toMatchObject([{ providerId: "W1", status: "in_transit" }]);
      await add(
        { type: "returned", id: "BACK", of: "W1", at: ago(8) } as PayPalEvent,
        sale("B", 7),
        withdrawal("W2", 6),
      );
      await account({ windowBy });
      const { payouts, lines } = await read();
      expect(payouts).toMatchObject([
        { providerId: "W1", status: "failed", reversedBy: "BACK" },
        { providerId: "W2", status: "paid" },
      ]);
      expect(lines.get("W2")).toMatchObject([
        { providerId: "A", firstPaidIn: "W1" },
        { providerId: "B" },
      ]);
    },
  );

  test("a start date carries what was in PayPal before it", async () => {
    await add(sale("OLD", 100), withdrawal("W", 6));
    const since = Math.floor(Date.now() / 1000) - 40 * 86_400;
    const { lines } = await read("UTC", since);
    expect(kindsOf(lines.get("W"))).toEqual([["other", "opening_balance", 9602]]);
  });

  test("one that waited for long is there once it is complete, whenever the next sync begins", async () => {
    await add(sale("A", 120), sale("B", 119, { late: true }), withdrawal("W", 110), sale("C", 5));
    expect((await read()).payouts).toMatchObject([{ providerId: "W", complete: false }]);
    await control(emulators, "POST", "/paypal/late-rows");
    const yesterday = Math.floor(Date.now() / 1000) - 86_400;
    expect(idsOf((await read("UTC", yesterday)).lines.get("W"))).toEqual(["A", "B"]);
  });

  test("two with one id are two", async () => {
    await add(
      sale("A", 9),
      withdrawal("W", 8),
      sale("E", 7, { currency: "EUR" }),
      withdrawal("W", 6, { currency: "EUR" }),
    );
    const { payouts, lines } = await read();
    expect(payouts.map(({ currency }) => currency)).toEqual(["USD", "EUR"]);
    expect([...lines.values()].map(idsOf)).toEqual([["A"], ["E"]]);
  });

  test("numbers of the shop, the bank's reference and nothing of the card", async () => {
    await add(
      sale("A", 9, { invoice: "INV-7", custom: "order-8", email: "ada@example.com" }),
      withdrawal("W", 6, { bankReference: "YYW1234" }),
    );
    const { payouts, lines } = await read();
    expect(payouts).toMatchObject([{ traceId: "YYW1234" }]);
    expect(lines.get("W")).toMatchObject([
      {
        customerEmail: "ada@example.com",
        customer: { names: ["Ada Byron"], emails: ["ada@example.com"] },
        numbers: [
          { field: "invoice_id", value: "INV-7" },
          { field: "custom_field", value: "order-8" },
        ],
      },
    ]);
  });
});
