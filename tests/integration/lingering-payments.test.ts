import { beforeEach, expect, test } from "vitest";
import { addDays, dateInZone } from "@/lib/dates";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { Seeded } from "./deposit-reads/seeded-books";

let seeded: Seeded;

beforeEach(async () => {
  seeded = await Seeded.create();
});

function lingering(query = "", { books } = seeded) {
  return ok("GET", `/qb/lingering-payments/${query}`, books.token);
}

/** A day so many days ago, where companies are by default. */
function ago(days: number): Date {
  return new Date(addDays(dateInZone(new Date(), "America/New_York"), -days));
}

/** Payments by their numbers, with the cause that is told. */
async function causes(query = ""): Promise<[string, string][]> {
  const { payments } = await lingering(query);
  return payments.map(({ number, cause }: Record<string, string>) => [number, cause]);
}

test("payments are listed from the 15th day on, oldest first, with their sums", async () => {
  await seeded.payment(30_00, { providerId: "1", txnDate: ago(15), customerName: "Ada" });
  await seeded.payment(40_00, { providerId: "2", txnDate: ago(14) });
  await seeded.payment(-5_00, { providerId: "3", txnDate: ago(400) });
  await seeded.payment(7_50, { providerId: "4", txnDate: ago(16), currency: "EUR" });
  await seeded.payment(60_00, {
    providerId: "5",
    txnDate: ago(60),
    state: "deposited",
    depositedOn: "600",
  });
  await seeded.payment(60_00, { providerId: "6", txnDate: ago(60), state: "gone" });
  const { payments, ...rest } = await lingering();
  expect(payments.map(({ Id, days }: { Id: string; days: number }) => [Id, days])).toEqual([
    ["3", 400],
    ["4", 16],
    ["1", 15],
  ]);
  expect(payments[2]).toEqual({
    Id: "1",
    TxnDate: ago(15).toISOString().slice(0, 10),
    TotalAmt: "30.00",
    CustomerName: "Ada",
    currency: "USD",
    kind: "Payment",
    number: "1",
    quickbooks_url: "https://app.qbo.intuit.com/app/recvpayment?txnId=1",
    account: "",
    days: 15,
    cause: "other_processor",
    text: "No connected processor has charges in USD",
    links: [],
  });
  expect(rest).toEqual({
    sums: [
      { currency: "USD", amount: "25.00", payments: 2 },
      { currency: "EUR", amount: "7.50", payments: 1 },
    ],
    accounts: [],
    causes: [
      {
        cause: "other_processor",
        payments: 3,
        sums: [
          { currency: "USD", amount: "25.00" },
          { currency: "EUR", amount: "7.50" },
        ],
      },
    ],
    total: 3,
    page: 1,
    page_size: 50,
  });
});

test("books without Undeposited Funds list what waits in the chosen accounts, by account", async () => {
  const { companyId } = seeded.books;
  const account = (id: string, currency: string) => ({
    ...{ id, name: `PayPal ${currency}`, currency, from: "2020-01-01" },
  });
  await adminDb().integration.update({
    where: { companyId_id: { companyId, id: seeded.integrations.quickbooks } },
    data: {
      provider: "xero",
      settings: { paymentAccounts: [account("a", "USD"), account("b", "NZD")] },
    },
  });
  await seeded.payment(30_00, { providerId: "1", txnDate: ago(20), bookedTo: "a" });
  await seeded.payment(12_00, { providerId: "2", txnDate: ago(19), bookedTo: "a" });
  await seeded.payment(7_50, {
    ...{ providerId: "3", txnDate: ago(18), bookedTo: "b", currency: "NZD" },
  });
  await seeded.payment(5_00, { providerId: "4", txnDate: ago(18), bookedTo: "c", state: "gone" });
  const { payments, accounts } = await lingering();
  expect(payments.map(({ account: name }: { account: string }) => name)).toEqual([
    ...["PayPal USD", "PayPal USD", "PayPal NZD"],
  ]);
  expect(accounts).toEqual([
    { Id: "a", Name: "PayPal USD", currency: "USD", amount: "42.00", payments: 2 },
    { Id: "b", Name: "PayPal NZD", currency: "NZD", amount: "7.50", payments: 1 },
  ]);
});

test("each has the cause that the rows around it show", async () => {
  const harbor = { customerId: "20", customerName: "Blue Harbor" };
  const dated = (days: number) => ({ txnDate: ago(days) });
  // Everything up to twenty days ago was paid out, one of the charges is unexplained, one was refunded.
  const paid = await seeded.deposit([{ kind: "charge", gross: 482_50 }], {
    ...dated(20),
    status: "matched",
  });
  const open = await seeded.deposit([{ kind: "charge", gross: 77_00, customerName: "Ida Fox" }], {
    ...dated(21),
  });
  const back = await seeded.deposit(
    [
      { kind: "charge", gross: 500_00 },
      { kind: "refund", gross: -64_00, customerName: "Cedar Point Marina" },
    ],
    dated(22),
  );
  const { companyId } = seeded.books;
  for (const [deposit, days] of [
    [paid, 20],
    [open, 21],
    [back, 22],
  ] as const) {
    await adminDb().depositLine.updateMany({
      where: { companyId, depositId: deposit.id },
      data: { date: ago(days) },
    });
  }
  const first = await seeded.payment(482_50, { ...harbor, ...dated(21), providerId: "536" });
  await seeded.match(
    paid.id,
    { lineIds: paid.lines.map(({ id }) => id), paymentIds: [first.id] },
    { state: "accepted" },
  );
  await seeded.payment(482_50, { ...harbor, ...dated(22), providerId: "537" });
  await seeded.payment(20_00, { ...dated(40), providerId: "601", note: "Square 4471" });
  await seeded.payment(21_00, { ...dated(40), providerId: "602", paymentMethod: "Cash" });
  await seeded.payment(64_00, {
    ...dated(25),
    providerId: "603",
    customerName: "Cedar Point Marina",
  });
  await seeded.payment(77_00, { ...dated(20), providerId: "604", customerName: "Ida Fox" });
  await seeded.payment(22_00, { ...dated(17), providerId: "605" });
  await seeded.payment(23_00, { ...dated(40), providerId: "606" });
  await seeded.payment(24_00, { ...dated(30), providerId: "607", customerId: "30" });
  await seeded.payment(-24_00, {
    ...dated(25),
    providerId: "608",
    customerId: "30",
    state: "deposited",
    depositedOn: "600",
  });
  expect(await causes()).toEqual([
    ["601", "other_processor"],
    ["602", "cash_or_check"],
    ["606", "unknown"],
    ["607", "refunded"],
    ["603", "refunded"],
    ["537", "recorded_twice"],
    ["536", "not_posted"],
    ["604", "not_matched"],
    ["605", "not_paid_out"],
  ]);
  const { payments } = await lingering();
  const told = new Map<string, [string, object[]]>(
    payments.map(({ number, text, links }: { number: string; text: string; links: object[] }) => [
      number,
      [text, links],
    ]),
  );
  const of = "https://app.qbo.intuit.com/app";
  expect(told.get("537")).toEqual([
    "482.50 of Blue Harbor is recorded twice",
    [
      { label: "536", url: `${of}/recvpayment?txnId=536` },
      { label: "537", url: `${of}/recvpayment?txnId=537` },
    ],
  ]);
  expect(told.get("536")).toEqual([
    "Matched, but not posted yet",
    [{ label: expect.stringMatching(/^Stripe payout 482\.50 \(/), url: `/transaction/${paid.id}` }],
  ]);
  expect(told.get("607")).toEqual([
    "Refunded by refund receipt 608",
    [{ label: "608", url: `${of}/refundreceipt?txnId=608` }],
  ]);
  expect(told.get("604")?.[1]).toEqual([
    { label: expect.stringMatching(/^Stripe payout 77\.00 \(/), url: `/transaction/${open.id}` },
  ]);
});

test("is paged, and one cause can be asked for", async () => {
  for (let number = 1; number <= 5; number += 1) {
    await seeded.payment(10_00 * number, {
      providerId: `${number}`,
      txnDate: ago(20 + number),
      note: number % 2 === 0 ? "paid in cash" : "",
    });
  }
  const byNumber = (query: string) => causes(query).then((rows) => rows.map(([number]) => number));
  expect(await byNumber("?page=1&page_size=2")).toEqual(["5", "4"]);
  expect(await byNumber("?page=3&page_size=2")).toEqual(["1"]);
  expect(await byNumber("?page=4&page_size=2")).toEqual([]);
  expect(await byNumber("?cause=cash_or_check")).toEqual(["4", "2"]);
  expect(await lingering("?cause=cash_or_check&page_size=1")).toMatchObject({
    total: 2,
    page_size: 1,
    sums: [{ currency: "USD", amount: "60.00", payments: 2 }],
    causes: [
      { cause: "other_processor", payments: 3 },
      { cause: "cash_or_check", payments: 2 },
    ],
  });
  expect((await lingering("?cause=refunded")).total).toBe(0);
});

test("another company's payments are neither listed nor a reason", async () => {
  const twin = { customerId: "20", customerName: "Blue Harbor", txnDate: ago(30) };
  const other = await Seeded.create();
  await other.payment(482_50, {
    ...twin,
    providerId: "536",
    state: "deposited",
    depositedOn: "600",
  });
  const { lines } = await other.deposit([{ kind: "charge", gross: 482_50 }], {
    txnDate: ago(30),
  });
  expect(lines).toHaveLength(1);
  await seeded.payment(482_50, { ...twin, providerId: "537" });
  expect(await causes()).toEqual([["537", "other_processor"]]);
  expect((await lingering("", other)).total).toBe(0);
});

test("nothing is listed once QuickBooks is disconnected", async () => {
  await seeded.payment(30_00, { txnDate: ago(30) });
  const { companyId } = seeded.books;
  expect((await lingering()).total).toBe(1);
  await adminDb().integration.update({
    where: { companyId_id: { companyId, id: seeded.integrations.quickbooks } },
    data: { status: "disconnected", credentials: null },
  });
  expect(await lingering()).toMatchObject({ payments: [], sums: [], causes: [], total: 0 });
});
