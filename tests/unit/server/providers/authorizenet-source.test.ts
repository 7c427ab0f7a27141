import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { windowsBack } from "@/server/providers/authorizenet/provider";
import type { SourceLine, SourcePayout } from "@/server/providers/types";
import {
  ACCOUNT,
  authorizeNetKeys,
  authorizeNetProvider,
  collect,
  control,
  type Emulators,
  failure,
  MemoryStore,
  requests,
  startEmulators,
} from "./support";

const DAY = 86_400;

let emulators: Emulators;
let store: MemoryStore;

beforeEach(async () => {
  emulators = await startEmulators({ company: "empty" });
  store = new MemoryStore(authorizeNetKeys(emulators));
});
afterEach(() => emulators.close());

const source = (timeoutMs?: number) => authorizeNetProvider(emulators, timeoutMs).source;
const fault = (rest: object) =>
  control(emulators, "POST", "/faults", { provider: "authorizenet", ...rest });

interface Seeded {
  batchId: string;
  transactions: { transId: string }[];
}

async function seed(transactions: object[], rest: object = {}): Promise<Seeded> {
  const date = new Date(Date.now() - 3 * DAY * 1000).toISOString().slice(0, 10);
  const answer = await control(emulators, "POST", "/authorizenet/batches", {
    date,
    transactions,
    ...rest,
  });
  return answer.body as unknown as Seeded;
}

async function operations(name: string): Promise<number> {
  const all = await requests(emulators, "request.api");
  return all.filter(({ operation }) => operation === name).length;
}

async function read(): Promise<{ payout: SourcePayout; lines: SourceLine[] }> {
  const [payout] = await collect(source().payouts(store, undefined, ACCOUNT));
  if (!payout) throw new Error("no batch");
  return { payout, lines: await source().lines(store, payout, ACCOUNT) };
}

const net = (lines: SourceLine[]) => lines.reduce((sum, line) => sum + line.net, 0);

describe("windows", () => {
  it("cover two years without a gap, within Authorize.Net's limit, newest first", () => {
    const now = new Date("2026-11-21T12:00:00Z");
    const windows = windowsBack(now);
    expect(windows[0]?.to).toEqual(now);
    expect(windows.at(-1)?.from.toISOString()).toBe("2024-11-21T12:00:00.000Z");
    for (const [index, { from, to }] of windows.entries()) {
      expect(to.getTime() - from.getTime()).toBeLessThanOrEqual(31 * DAY * 1000);
      if (index > 0) expect(to).toEqual(windows[index - 1]?.from);
    }
    expect(windowsBack(now, 0)).toEqual(windows);
    expect(windowsBack(now, now.getTime() / 1000 - 30 * DAY)).toHaveLength(1);
    expect(windowsBack(now, now.getTime() / 1000 - 31 * DAY)).toHaveLength(2);
  });

  it("are requested one by one; an empty one has no list at all", async () => {
    expect(await collect(source().payouts(store, undefined, ACCOUNT))).toEqual([]);
    expect(await operations("getSettledBatchListRequest")).toBe(25);
  });

  it("later start at the last sync, and return each batch", async () => {
    await seed([{ amount: 100 }]);
    await seed([{ amount: 100 }], { date: "2025-06-02" });
    expect(await collect(source().payouts(store, undefined, ACCOUNT))).toHaveLength(2);
    const since = Math.floor(Date.now() / 1000) - 30 * DAY;
    expect(await collect(source().payouts(store, since, ACCOUNT))).toHaveLength(1);
  });
});

describe("lines", () => {
  it("add up to charges less refunds and disputes, without voided ones", async () => {
    await seed([
      { amount: 10_000, firstName: "Ada", lastName: "Byron", invoiceNumber: "1" },
      { amount: 2_500, status: "refundSettledSuccessfully", refTransId: "77" },
      { amount: 999, status: "voided" },
      { amount: 0, invoiceNumber: "2" },
    ]);
    const { payout, lines } = await read();
    expect(payout).toMatchObject({ currency: "USD", status: "paid", amount: null });
    expect(lines.map(({ kind }) => kind)).toEqual(["charge", "refund"]);
    expect(net(lines)).toBe(7_500);
    expect(lines[1]?.reference).toContain("77");
  });

  it("of an eCheck batch have returns, chargebacks and their reversals", async () => {
    await seed(
      [
        { amount: 10_000 },
        { amount: 1_000, status: "returnedItem" },
        { amount: 2_000, status: "chargeback" },
        { amount: 500, status: "chargebackReversal" },
      ],
      { paymentMethod: "eCheck" },
    );
    const { lines } = await read();
    expect(lines.map(({ kind, net: each }) => [kind, each])).toEqual([
      ["charge", 10_000],
      ["dispute", -1_000],
      ["dispute", -2_000],
      ["dispute_reversal", 500],
    ]);
  });

  it("returned later are still charges of the batch that they settled in", async () => {
    await seed(
      [{ amount: 10_000 }, { amount: 1_000, status: "returnedItem", cameBackLater: true }],
      { paymentMethod: "eCheck" },
    );
    const { lines } = await read();
    expect(lines.map(({ kind, net: each }) => [kind, each])).toEqual([
      ["charge", 10_000],
      ["charge", 1_000],
    ]);
    expect(lines[1]?.providerKind).toBe("returnedItem");
  });

  it("that contradict the batch's statistics are refused", async () => {
    await seed([{ amount: 10_000 }]);
    const [payout] = await collect(source().payouts(store, undefined, ACCOUNT));
    if (!payout) throw new Error("no batch");
    const statistics = [{ accountType: "Visa", chargeAmount: 99.99, refundAmount: 0 }];
    const wrong = { ...payout, raw: { ...(payout.raw as object), statistics } };
    expect(await failure(source().lines(store, wrong, ACCOUNT))).toMatchObject({
      detail: { code: "lines_do_not_add_up" },
    });
  });

  it("an unknown status is kept raw; if it moved money, the batch is refused", async () => {
    await seed([{ amount: 10_000 }, { amount: 400, status: "quantumEntangled" }]);
    const { lines } = await read();
    expect(lines.find(({ kind }) => kind === "other")).toMatchObject({
      providerKind: "quantumEntangled",
      net: 0,
    });
    await control(emulators, "POST", "/reset");
    await seed([
      { amount: 10_000 },
      { amount: 400, status: "quantumEntangled", cameBackLater: true },
    ]);
    const [payout] = await collect(source().payouts(store, undefined, ACCOUNT));
    if (!payout) throw new Error("no batch");
    expect(await failure(source().lines(store, payout, ACCOUNT))).toMatchObject({
      detail: { code: "lines_do_not_add_up" },
    });
  });

  it("more than 2000 are read page by page, each once", async () => {
    const many = Array.from({ length: 2_300 }, (_, index) => ({
      amount: 100 + index,
      firstName: "Ada",
      lastName: `Byron ${index}`,
      invoiceNumber: String(index),
    }));
    await seed(many);
    const { lines } = await read();
    expect(new Set(lines.map(({ providerId }) => providerId)).size).toBe(2_300);
    expect(net(lines)).toBe(many.reduce((sum, { amount }) => sum + amount, 0));
    expect(await operations("getTransactionListRequest")).toBe(3);
    expect(await operations("getTransactionDetailsRequest")).toBe(0);
  });

  it("exactly one full page requests one more, which is empty", async () => {
    const named = { firstName: "Ada", lastName: "Byron", invoiceNumber: "1" };
    await seed(Array.from({ length: 1000 }, () => ({ amount: 100, ...named })));
    expect((await read()).lines).toHaveLength(1000);
    expect(await operations("getTransactionListRequest")).toBe(2);
  });

  it("details are asked for five at once", async () => {
    await seed(Array.from({ length: 12 }, () => ({ amount: 100 })));
    const [payout] = await collect(source().payouts(store, undefined, ACCOUNT));
    if (!payout) throw new Error("no batch");
    await fault({ match: { path: "getTransactionDetailsRequest" }, kind: "hold", times: 12 });
    const reading = source(600_000).lines(store, payout, ACCOUNT);
    const unasked = async () => {
      const { faults } = (await control(emulators, "GET", "/faults")).body as unknown as {
        faults: { times: number }[];
      };
      return faults[0]?.times ?? 0;
    };
    await expect.poll(unasked).toBeLessThanOrEqual(7);
    // A sixth would have been sent with the others.
    expect(await unasked()).toBe(7);
    await control(emulators, "DELETE", "/faults");
    expect(await reading).toHaveLength(12);
  });

  it("missing details do not stop the sync", async () => {
    await seed([{ amount: 10_000 }]);
    await fault({
      match: { path: "getTransactionDetailsRequest" },
      kind: "status",
      status: 400,
      code: "E00040",
    });
    expect((await read()).lines).toMatchObject([{ gross: 10_000, customerName: "" }]);
  });
});

describe("faults on the way", () => {
  it.each([
    [{ kind: "status", status: 500 }],
    [{ kind: "cut" }],
    [{ kind: "truncated" }],
    [{ kind: "malformed" }],
    [{ kind: "status", status: 400, code: "E00053" }],
    [{ kind: "status", status: 429, retryAfter: 0 }],
  ])("%o in the transaction list is retried", async (kind) => {
    await seed([{ amount: 10_000, firstName: "A", lastName: "B", invoiceNumber: "1" }]);
    await fault({ match: { path: "getTransactionListRequest" }, ...kind });
    expect((await read()).lines).toHaveLength(1);
    expect(await operations("getTransactionListRequest")).toBe(2);
  });

  it("a 429 to a request for details is waited out", async () => {
    await seed([{ amount: 10_000, firstName: "Ada", lastName: "Byron" }]);
    await fault({
      ...{ match: { path: "getTransactionDetailsRequest" } },
      ...{ kind: "status", status: 429, retryAfter: 0 },
    });
    expect((await read()).lines).toMatchObject([{ gross: 10_000, customerName: "Ada Byron" }]);
    expect(await operations("getTransactionDetailsRequest")).toBe(2);
  });

  it("a missing answer fails after the remaining attempts", async () => {
    await fault({ match: { path: "getSettledBatchList" }, kind: "timeout", times: 3 });
    const error = await failure(collect(source(100).payouts(store, undefined, ACCOUNT)));
    expect(error).toMatchObject({ failure: "unavailable" });
  });

  it("a key that ends between two calls is recognised, and used only once", async () => {
    await seed([{ amount: 10_000 }]);
    const [payout] = await collect(source().payouts(store, undefined, ACCOUNT));
    if (!payout) throw new Error("no batch");
    await control(emulators, "POST", "/authorizenet/merchant", { transactionKey: "another" });
    expect(await failure(source().lines(store, payout, ACCOUNT))).toMatchObject({
      failure: "unauthorized",
      detail: { code: "E00007" },
    });
    expect(await operations("getTransactionListRequest")).toBe(1);
  });

  it("stored credentials of another shape must be entered again", async () => {
    const broken = new MemoryStore({ loginId: "" });
    expect(await failure(collect(source().payouts(broken, undefined, ACCOUNT)))).toMatchObject({
      failure: "unauthorized",
    });
  });
});
