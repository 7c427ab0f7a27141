import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addDays } from "@/lib/dates";
import type { LedgerPage, StoredRows } from "@/server/providers/ledger";
import { control, type Emulators, startEmulators } from "../support";
import { noteOf, Organisation, TODAY } from "./support";

let emulators: Emulators;
let org: Organisation;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty", today: TODAY });
});
beforeEach(async () => {
  org = new Organisation(emulators, { pageSize: 2 });
  await org.begin();
});
afterAll(() => emulators.close());

async function walked(since?: string, stored?: StoredRows) {
  const pages: LedgerPage[] = [];
  for await (const page of org.ledger.payments(org.store, since, stored)) pages.push(page);
  return {
    asOf: pages[0]?.asOf ?? "",
    customers: pages.flatMap(({ customers = [] }) => customers),
    payments: pages.flatMap(({ payments }) => payments),
    deleted: pages.flatMap(({ deleted }) => deleted),
    everything: pages.every(({ everything }) => everything),
  };
}

const paid = (body: object) => org.by("payments", body);

it.each([
  { decimals: "numbers", dates: "offset", listsTransfers: true },
  { decimals: "strings", dates: "plain", listsTransfers: false },
])("reads what customers paid and got back: %o", async (behaviour) => {
  await org.set(behaviour);
  const invoiced = { amount: 10_000, customer: "City Limousines", invoice: "INV-9", date: TODAY };
  await paid({ ...invoiced, reference: "ch_1" });
  await paid({ kind: "refund", amount: 2500 });
  await paid({ kind: "receive", amount: 700, reference: "pi_2", account: "Stripe Clearing" });
  await paid({ kind: "spend", amount: 300 });
  const { payments, everything } = await walked();
  expect(everything).toBe(true);
  const seen = payments.map(({ kind, amount, referenceNumber, bookedTo, date, open }) => ({
    ...{ kind, amount, referenceNumber, date, open },
    account: bookedTo,
  }));
  const usual = { date: TODAY, open: false, account: org.id("PayPal Clearing") };
  expect(seen).toHaveLength(4);
  expect(seen).toEqual(
    expect.arrayContaining([
      { ...usual, kind: "Payment", amount: 10_000, referenceNumber: "ch_1 INV-9" },
      { ...usual, kind: "RefundReceipt", amount: -2500, referenceNumber: expect.any(String) },
      {
        ...usual,
        ...{ kind: "SalesReceipt", amount: 700, referenceNumber: "pi_2" },
        account: org.id("Stripe Clearing"),
      },
      { ...usual, kind: "RefundReceipt", amount: -300, referenceNumber: "" },
    ]),
  );
  const payment = payments.find(({ kind }) => kind === "Payment");
  expect(payment).toMatchObject({
    customerName: "City Limousines",
    customer: { names: ["City Limousines"] },
    appliedTo: [{ id: expect.any(String), number: "INV-9" }],
    depositedOn: null,
    worth: null,
  });
});

it("counts overpayments, and neither our own bookings nor the sides of transfers", async () => {
  await org.by("transactions", {
    ...{ type: "RECEIVE-OVERPAYMENT", account: "PayPal Clearing" },
    lines: [{ account: "Sales", amount: 900 }],
  });
  await org.by("transactions", {
    ...{ type: "SPEND-PREPAYMENT", account: "PayPal Clearing" },
    lines: [{ account: "Merchant Fees", amount: 900 }],
  });
  const fee = { account: "Merchant Fees", amount: -345 };
  await org.ledger.createDeposit(org.store, org.draft(10_000, [fee]), "r1");
  await org.ledger.createDeposit(
    org.store,
    org.draft(10_000, [fee], { clearing: "Card Clearing", payout: "P2" }),
    "r2",
  );
  expect((await walked()).payments).toMatchObject([{ kind: "SalesReceipt", amount: 900 }]);
});

it("takes a payment at what its account was given, in the account's currency", async () => {
  const invoiced = { amount: 10_000, currency: "USD" };
  await paid({ ...invoiced, bankAmount: 16_000 });
  await paid({ ...invoiced, account: "PayPal USD" });
  const { payments } = await walked();
  expect(payments.map(({ amount, currency }) => [amount, currency])).toEqual(
    expect.arrayContaining([
      [16_000, "NZD"],
      [10_000, "USD"],
    ]),
  );
});

it("reads changes since, deleted ones too, and takes known customers from the caller", async () => {
  const made = await paid({ amount: 1000, customer: "Ada" });
  const refund = await paid({ kind: "spend", amount: 300, customer: "Ada" });
  const { asOf, payments: before } = await walked();
  expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(5000);
  await control(emulators, "POST", "/clock", { offsetSeconds: 3600 });
  org.store.set({ accessExpiresAt: 0 });
  const since = new Date(Date.parse(asOf) + 1_800_000).toISOString();
  expect(await walked(since)).toMatchObject({ payments: [], deleted: [], everything: false });
  await org.by("change", { id: made.Payment?.PaymentID, removed: true });
  await org.by("change", { id: refund.BankTransaction?.BankTransactionID, removed: true });
  await paid({ amount: 2000, customer: "Ada" });
  const adaId = before[0]?.customerId ?? "";
  const asked: string[] = [];
  const changed = await walked(since, {
    customers: async (ids) => {
      asked.push(...ids);
      return ids.map((id) => ({ id, names: ["Ada, as stored"] }));
    },
  });
  expect(changed.payments).toMatchObject([
    { amount: 2000, customer: { names: ["Ada, as stored"] } },
  ]);
  expect(asked).toEqual([adaId]);
  expect(changed.deleted).toEqual([
    { kind: "Payment", providerId: made.Payment?.PaymentID },
    { kind: "RefundReceipt", providerId: refund.BankTransaction?.BankTransactionID },
  ]);
});

it("misses none of many pages when a row that was read is edited meanwhile", async () => {
  const ids: (string | undefined)[] = [];
  for (let each = 1; each <= 7; each += 1) {
    ids.push((await paid({ amount: each * 100 })).Payment?.PaymentID);
  }
  const found = new Set<string>();
  let edited = false;
  for await (const { payments } of org.ledger.payments(org.store)) {
    for (const { providerId } of payments) found.add(providerId);
    const [first] = payments;
    if (!first || edited) continue;
    await control(emulators, "POST", "/clock", { offsetSeconds: 60 });
    await org.by("change", { id: first.providerId, reference: "edited" });
    edited = true;
  }
  expect([...found].toSorted()).toEqual(ids.toSorted());
});

it("reads the current state of single payments, of many in few calls", async () => {
  const refs = [];
  for (let each = 1; each <= 6; each += 1) {
    const { Payment } = await paid({ amount: each * 100 });
    refs.push({ kind: "Payment" as const, providerId: Payment?.PaymentID ?? "" });
  }
  const { BankTransaction } = await paid({ kind: "spend", amount: 50 });
  const spent = {
    kind: "RefundReceipt" as const,
    providerId: BankTransaction?.BankTransactionID ?? "",
  };
  await org.by("change", { id: refs[5]?.providerId, removed: true });
  const wide = new Organisation(emulators);
  const before = await org.sent("GET", "Payments");
  const unknown = { kind: "Payment" as const, providerId: "../Accounts" };
  const read = await wide.ledger.readPayments(org.store, [...refs, spent, unknown]);
  expect(read.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
    -50, 100, 200, 300, 400, 500,
  ]);
  // One page, and the two that may be refunds by credit note.
  expect((await org.sent("GET", "Payments")) - before).toBeLessThanOrEqual(2);
});

it("reads open invoices, and those changed since", async () => {
  await org.by("invoices", { number: "INV-1", amount: 11_500, customer: "Ada" });
  await org.by("invoices", { number: "INV-2", amount: 5000 });
  await paid({ invoice: "INV-2", amount: 5000 });
  await paid({ invoice: "INV-1", amount: 1500 });
  const read = async (since?: string) => {
    const pages = [];
    for await (const page of org.ledger.invoices(org.store, since)) pages.push(page);
    return pages.flatMap(({ invoices }) => invoices);
  };
  const [open, more] = await read();
  expect(more).toBeUndefined();
  expect(open).toMatchObject({
    ...{ number: "INV-1", total: 11_500, balance: 10_000, customerName: "Ada" },
    customer: { names: ["Ada"] },
  });
  const changed = await read(`${addDays(TODAY, -1)}T00:00:00.000Z`);
  expect(changed.map(({ number, balance }) => [number, balance]).toSorted()).toEqual([
    ["INV-1", 10_000],
    ["INV-2", 0],
  ]);
  const ids = [open?.providerId ?? "", "00000000-0000-4000-8000-000000000000"];
  expect(await org.ledger.readInvoices(org.store, ids)).toMatchObject([{ balance: 10_000 }]);
});

it("creates, finds and deletes payments and receipts on the clearing account", async () => {
  const { Invoice } = await org.by("invoices", { amount: 1500, customer: "Ada" });
  const [ada] = await org.ledger.customers(org.store, "Ada");
  const draft = {
    ...{ date: TODAY, amount: 1500, currency: "NZD", referenceNumber: "ch_1" },
    ...{ note: `${noteOf("P1")} m1`, customerId: ada?.id ?? "", itemId: org.id("Sales") },
    ...{ taxCodeId: null, classId: null, description: "Order 7", invoices: [] },
    accountId: org.id("PayPal Clearing"),
  };
  const invoices = [{ id: Invoice?.InvoiceID ?? "", amount: 1500 }];
  const payment = { ...draft, kind: "Payment" as const, invoices };
  const made = await org.ledger.createPayment(org.store, payment, "r1");
  expect(made).toMatchObject({ kind: "Payment", amount: 1500, customerName: "Ada" });
  expect(await org.ledger.findPayment(org.store, payment)).toEqual(made);
  const ref = { kind: "Payment" as const, providerId: made.providerId };
  const other = { ...payment, amount: 1400 };
  expect(await org.ledger.deletePayment(org.store, ref, other)).toBe("changed");
  await org.fault({ kind: "page", match: { method: "POST", path: "Payments" } });
  expect(await org.ledger.deletePayment(org.store, ref, payment)).toBe("deleted");
  expect(await org.ledger.deletePayment(org.store, ref, payment)).toBe("absent");
  expect(await org.ledger.findPayment(org.store, payment)).toBeNull();
  const long = `${"A memo. ".repeat(40)}${randomUUID()}`;
  const receipt = { ...draft, kind: "RefundReceipt" as const, note: long };
  const spent = await org.ledger.createPayment(org.store, receipt, "r2");
  expect(spent).toMatchObject({ kind: "RefundReceipt", amount: -1500, note: "Order 7" });
  expect(await org.ledger.findPayment(org.store, receipt)).toEqual(spent);
  expect((await org.held())["PayPal Clearing"]).toBe(-1500);
  const partly = { ...payment, invoices: [{ id: invoices[0]?.id ?? "", amount: 100 }] };
  await expect(org.ledger.createPayment(org.store, partly, "r3")).rejects.toMatchObject({
    detail: { code: "one_invoice" },
  });
  const customer = { name: "New  Customer", email: "n@example.com", currency: "NZD" };
  const first = await org.ledger.createCustomer(org.store, customer, "c1");
  expect(first).toMatchObject({ created: true, customer: { names: ["New Customer"] } });
  const again = await org.ledger.createCustomer(org.store, customer, "c2");
  expect(again).toMatchObject({ created: false, customer: { id: first.customer.id } });
});
