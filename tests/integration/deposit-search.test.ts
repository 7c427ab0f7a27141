import { beforeAll, describe, expect, test } from "vitest";
import { depositExport } from "@/lib/contracts/deposit-export";
import { adminDb } from "../support/admin-db";
import { handlerOf, ok } from "../support/client";
import { Seeded } from "./deposit-reads/seeded-books";

let seeded: Seeded;
let stranger: Seeded;
let ids: Record<"harbor" | "refund" | "yen" | "net" | "failed", number>;

beforeAll(async () => {
  [seeded, stranger] = [await Seeded.create(), await Seeded.create()];
  const { companyId } = seeded.books;
  const harbor = await seeded.deposit(
    [
      {
        kind: "charge",
        gross: 1427_28,
        fee: 41_20,
        customerName: "Renée's Blue-Harbor",
        description: "Order #10260 100%",
      },
      { kind: "charge", gross: 64_50, customerName: "Anna_Li\\Sons" },
    ],
    { providerId: "po_1Nharbor", txnDate: new Date("2026-11-12") },
  );
  const receipt = await seeded.payment(1427_28, {
    customerName: "Ironclad Fitness",
    referenceNumber: "INV-778",
    providerId: "5512",
  });
  await seeded.match(harbor.id, {
    lineIds: [harbor.lines[0]?.id ?? 0],
    paymentIds: [receipt.id],
  });
  const refund = await seeded.deposit(
    [
      { kind: "charge", gross: 100_00, fee: 3_00 },
      { kind: "refund", gross: -40_00, customerName: "Driftwood" },
      { kind: "dispute", gross: -20_00 },
    ],
    { txnDate: new Date("2026-10-31") },
  );
  const yen = await seeded.deposit([{ kind: "charge", gross: 500, fee: 20 }], {
    currency: "JPY",
    txnDate: new Date("2025-11-12"),
  });
  const { id: integrationId } = await adminDb().integration.create({
    data: {
      companyId,
      provider: "authorizenet",
      externalAccountId: "net",
      credentials: new Uint8Array([1]),
    },
  });
  const net = await seeded.deposit([{ kind: "charge", gross: 77_00 }], { integrationId });
  const failed = await seeded.deposit([{ kind: "charge", gross: 88_00 }], {
    status: "matched",
    quickbooksId: null,
  });
  await adminDb().posting.create({
    data: { companyId, depositId: failed.id, state: "failed", message: "Refused" },
  });
  await stranger.deposit([{ kind: "charge", gross: 1427_28, customerName: "Ironclad Fitness" }]);
  ids = { harbor: harbor.id, refund: refund.id, yen: yen.id, net: net.id, failed: failed.id };
});

const list = (query: string, of = seeded) =>
  ok("GET", `/qb/deposit-status/?page=1&${query}`, of.books.token);
const search = async (q: string, of = seeded): Promise<number[]> => {
  const { deposits } = await list(new URLSearchParams({ q }).toString(), of);
  return deposits.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
};

describe("a deposit is found by", () => {
  test.each([
    ["a line's gross", ["1427.28", "1,427.28", "1.427,28", "$1,427.28", "1427", "64.5"]],
    ["its net", ["1450.58"]],
    ["a customer, in any case and without accents", ["renee", "RENÉE'S", "harbor", "blue-har"]],
    ["an order number", ["10260", "#10260", "order #10260", "102"]],
    ["the customer of a matched payment", ["ironclad", "fitness iron"]],
    ["a payment's number and id", ["inv-778", "778", "5512"]],
    ["the payout's id", ["po_1NHARBOR", "nharbo"]],
    ["its date", ["11-12-2026", "2026-11-12", "Nov 12, 2026", "2026-11", "nov 2026"]],
    ["several words", ["stripe harbor 64.50", "ironclad 1427.28 Nov 12"]],
    ["signs that are wildcards elsewhere", ["anna_li", "anna_li\\sons", "100%"]],
  ])("%s", async (_, searches) => {
    for (const q of searches) expect(await search(q), q).toEqual([ids.harbor]);
  });

  test("money that went back, with its sign or without", async () => {
    for (const q of ["-40", "−40.00", "40", "(40.00)"])
      expect(await search(q)).toEqual([ids.refund]);
    expect(await search("+40.00")).toEqual([]);
  });

  test("an amount in its own currency's decimals", async () => {
    expect(await search("500")).toEqual([ids.yen]);
    expect(await search("5.00")).toEqual([]);
  });

  test("its processor", async () => {
    expect(await search("authorize")).toEqual([ids.net]);
    expect(await search("STRIPE")).not.toContain(ids.net);
  });

  test("our id", async () => {
    for (const id of Object.values(ids)) expect(await search(`#${id}`)).toContain(id);
  });

  test("a day of any year", async () => {
    expect(await search("Nov 12")).toEqual([ids.harbor, ids.yen]);
    expect(await search("11-12")).toEqual([ids.harbor, ids.yen]);
  });

  test("any part of its account and its QuickBooks id", async () => {
    const { companyId } = seeded.books;
    const of = { companyId, provider: "quickbooks" } as const;
    await adminDb().integration.updateMany({
      where: of,
      data: { settings: { bankId: "1", bankName: "Main Checking", bankCurrency: "USD" } },
    });
    await adminDb().deposit.updateMany({
      where: { companyId, id: ids.net },
      data: { status: "posted", quickbooksId: "QB-20417" },
    });
    expect(await search("aIN check")).toHaveLength(5);
    expect(await search("b-2041")).toEqual([ids.net]);
    expect(await search("041")).toEqual([ids.net]);
    await adminDb().integration.updateMany({ where: of, data: { settings: {} } });
  });
});

test.each([
  "%",
  "p%1",
  "p_1",
  "\\",
  "'",
  '"',
  "*",
  "a%b",
  "';--",
  "[",
  "(",
  "\u{10ffff}",
  "🙂",
  "  ,  ",
])("%j is text like any other", async (q) => expect(await search(q)).toEqual([]));

test("another company's words find nothing here", async () => {
  expect(await search("harbor", stranger)).toEqual([]);
  expect(await search("ironclad", stranger)).toHaveLength(1);
  expect(await search("ironclad", stranger)).not.toContain(ids.harbor);
});

test("what a line or a payment is called now is what counts", async () => {
  const { companyId } = seeded.books;
  const deposit = await seeded.deposit([
    { kind: "charge", gross: 9_00, customerName: "Oldname" },
    { kind: "charge", gross: 8_00, customerName: "Staying" },
  ]);
  const [line] = deposit.lines;
  const payment = await seeded.payment(9_00, { customerName: "Paidby" });
  const match = await seeded.match(deposit.id, {
    lineIds: [line?.id ?? 0],
    paymentIds: [payment.id],
  });
  await adminDb().depositLine.updateMany({
    where: { companyId, id: line?.id ?? 0 },
    data: { customerName: "Newname" },
  });
  await adminDb().ledgerPayment.updateMany({
    where: { companyId, id: payment.id },
    data: { customerName: "Renamed" },
  });
  for (const [q, found] of [
    ["oldname", []],
    ["paidby", []],
    ["newname", [deposit.id]],
    ["renamed", [deposit.id]],
    ["staying", [deposit.id]],
  ] as const) {
    expect(await search(q), q).toEqual(found);
  }
  await adminDb().match.updateMany({
    where: { companyId, id: match },
    data: { state: "dismissed", live: false, decidedAt: new Date() },
  });
  expect(await search("renamed")).toEqual([]);
  await adminDb().deposit.deleteMany({ where: { companyId, id: deposit.id } });
});

describe("a filter", () => {
  const idsOf = async (query: string) =>
    (await list(query)).deposits.map(({ id }: { id: number }) => id).sort();

  test("by processor, posting, contents and currency", async () => {
    expect(await idsOf("source=authorize")).toEqual([ids.net]);
    expect(await idsOf("posted=failed")).toEqual([ids.failed]);
    expect(await idsOf("posted=no")).not.toContain(ids.net);
    expect(await idsOf("posted=no&status=matched")).toEqual([ids.failed]);
    expect(await idsOf("has=refund")).toEqual([ids.refund]);
    expect(await idsOf("has=dispute")).toEqual([ids.refund]);
    expect(await idsOf("currency=jpy")).toEqual([ids.yen]);
    expect(await idsOf("has=refund&source=authorize")).toEqual([]);
    expect(await idsOf("has=refund&q=driftwood&from=2026-10-01&to=2026-10-31")).toEqual([
      ids.refund,
    ]);
  });

  test("holds in the export too", async () => {
    const handler = await handlerOf("GET", `/api${depositExport.path}`);
    for (const [query, id] of [
      ["has=refund", ids.refund],
      ["q=ironclad", ids.harbor],
    ] as const) {
      const address = `http://localhost:3000/api${depositExport.path}?${query}`;
      const headers = { authorization: seeded.books.token };
      const rows = (await (await handler(new Request(address, { headers }))).text()).trim();
      expect(rows.split("\r\n")).toHaveLength(2);
      // The company has one account at the processor, which is not named then.
      expect(rows.endsWith(`,${id},`)).toBe(true);
    }
  });
});

describe("totals", () => {
  test.each(["posted=no", "q=stripe", "from=2025-01-01&to=2026-12-31", "has=refund", "q=40"])(
    "of %s are the sums of all pages, by currency",
    async (query) => {
      const { deposits } = await ok("GET", `/qb/deposit-status/?${query}`, seeded.books.token);
      const sums = new Map<string, { count: number; amount: number; fees: number }>();
      for (const { currency, total_amt, fees } of deposits) {
        const sum = sums.get(currency) ?? { count: 0, amount: 0, fees: 0 };
        sums.set(currency, {
          count: sum.count + 1,
          amount: sum.amount + Number(total_amt),
          fees: sum.fees + Number(fees),
        });
      }
      const { totals, total } = await list(`${query}&page_size=1&totals=yes`);
      expect(total).toBe(deposits.length);
      expect(totals.length).toBeGreaterThan(0);
      expect(totals).toHaveLength(sums.size);
      for (const { currency, count, amount, fees } of totals) {
        const sum = sums.get(currency);
        expect(count).toBe(sum?.count);
        expect(Number(amount)).toBeCloseTo(sum?.amount ?? 0, 5);
        expect(Number(fees)).toBeCloseTo(sum?.fees ?? 0, 5);
      }
    },
  );

  test("only where asked for, and where something is filtered", async () => {
    expect((await list("posted=no")).totals).toEqual([]);
    expect((await list("totals=yes")).totals).toEqual([]);
  });
});
