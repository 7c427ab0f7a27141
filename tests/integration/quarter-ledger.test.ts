import { beforeEach, expect, test } from "vitest";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { booksOf } from "@/tests/support/emulators";
import { ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { settled } from "../support/worker";
import { control, eachInACompanyOfItsOwn, emulators, inQuickBooks } from "./ledger-changes/world";
import {
  addedTo,
  type Books,
  ledgerOfBooks,
  readBooks,
  withoutNewCustomers,
} from "./quarter-ledger/books";

eachInACompanyOfItsOwn({});

/** Of a company that connects at the end of the quarter. */
let token: string;
let before: Books;
/** QuickBooks' ids of the open invoices, by number. */
const invoices: Record<string, string> = {};

const post = (path: string, body: object) => ok("POST", path, token, body);
const sale = (date: string, amount: number, customer: string) =>
  control("/quickbooks/payments", { type: "SalesReceipt", date, amount, customer });

async function invoice(number: string, amount: number, customer: string) {
  const facts = { number, amount, customer, date: "2026-07-20" };
  const { Invoice } = await control("/quickbooks/invoices", facts);
  invoices[number] = Invoice.Id;
  return Invoice;
}

/** What the bookkeeper has entered by the end of the quarter, and what Stripe has paid out. */
beforeEach(async () => {
  await invoice("1042", 50_000, "Blue Harbor");
  await invoice("1050", 30_000, "Cedar Point Marina");
  await invoice("1051", 40_000, "Cedar Point Marina");
  await invoice("1060", 90_000, "Dana Cole");
  const { Id, CustomerRef } = await invoice("1070", 100_000, "Ann Baker");
  await inQuickBooks("POST", "payment", {
    ...{ TotalAmt: 1000, TxnDate: "2026-09-12", CustomerRef },
    Line: [{ Amount: 1000, LinkedTxn: [{ TxnId: Id, TxnType: "Invoice" }] }],
  });
  await sale("2026-08-12", 10_000, "Ann Baker");
  await sale("2026-09-12", 60_000, "Ben Ortiz");
  await sale("2026-10-12", 80_000, "Cora Dunn");
  await sale("2026-10-12", 20_000, "Eve Stone");
  // Cash that nobody has taken to the bank.
  await sale("2026-10-20", 7_500, "Walk-in customer");
  await control("/stripe/payouts", {
    date: "2026-08-14",
    charges: [
      { amount: 10_000, name: "Ann Baker" },
      { amount: 21_972, name: "Olivia Eastwick" },
      { amount: 50_000, name: "Blue Harbor" },
    ],
  });
  await control("/stripe/payouts", {
    date: "2026-09-14",
    charges: [
      { amount: 70_000, name: "Cedar Point Marina" },
      { amount: 25_000, name: "Dana Cole" },
      { amount: 100_000, name: "Ann Baker", refunded: 4_500 },
      { amount: 60_000, name: "Ben Ortiz", refunded: 3_000 },
    ],
  });
  await control("/stripe/payouts", {
    date: "2026-10-14",
    charges: [
      { amount: 4_800, name: "Pia Novak" },
      { amount: 80_000, name: "Cora Dunn" },
      { amount: 20_000, name: "Eve Stone", disputed: true },
    ],
    fee: 1_275,
  });
  before = await readBooks();
  ({ token } = await connectedCompany(emulators, {
    dispute: "Chargebacks",
    dispute_fee: "Bank Charges",
    bill: "Merchant Processing Fees",
  }));
  await settled(token);
});

interface Line {
  deposit_id: number;
  line_id: number;
}

/** The line of the quarter with this gross amount. */
async function line(amount: string): Promise<Line> {
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  const found: Line[] = deposits.flatMap(({ id, lines }: DepositDetail["deposit"]) =>
    lines
      .filter((each) => each.amount === amount)
      .map((each) => ({ deposit_id: id, line_id: each.id })),
  );
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} lines of ${amount}`);
  return only;
}

async function record(amount: string, itemName: string) {
  const { deposit_id, line_id } = await line(amount);
  const { receipt } = await ok(
    "GET",
    `/qb/line-options/?deposit_id=${deposit_id}&line_id=${line_id}`,
    token,
  );
  const { items } = await ok("GET", "/qb/lists/", token);
  const item = items.find(({ Name }: { Name: string }) => Name === itemName);
  const { customer, date } = receipt;
  await post("/qb/plan-receipt/", {
    ...{ deposit_id, line_ids: [line_id] },
    receipt: {
      ...{ date, item_id: item.Id },
      customer: { Id: customer.Id, name: customer.name, email: customer.email },
    },
  });
}

const receive = async (charge: string, on: Record<string, string>) =>
  post("/qb/plan-invoice-payment/", {
    ...(await line(charge)),
    invoices: Object.entries(on).map(([number, amount]) => ({ Id: invoices[number], amount })),
  });

async function book(amount: string, accountName: string) {
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  const account = accounts.find(({ Name }: { Name: string }) => Name === accountName);
  await post("/qb/book-line/", { ...(await line(amount)), kind: "refund", account_id: account.Id });
}

/** Decides about every line that the books don't know, and has all of the quarter posted. */
async function closeTheQuarter(): Promise<number[]> {
  await record("219.72", "Services");
  await receive("500.00", { 1042: "500.00" });
  await receive("700.00", { 1050: "300.00", 1051: "400.00" });
  await receive("250.00", { 1060: "250.00" });
  await record("-45.00", "Refunds");
  await book("-30.00", "Refunds and Allowances");
  await record("48.00", "Workshop Materials");
  await settled(token);
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  for (const { id, status } of deposits) {
    if (status === "suggested") await post("/qb/confirm-match/", { deposit_id: id });
  }
  await settled(token);
  const ids: number[] = deposits.map(({ id }: { id: number }) => id);
  for (const id of ids) {
    const { deposit, proof } = await ok("GET", `/qb/deposit/?deposit_id=${id}`, token);
    expect(deposit).toMatchObject({ status: "posted" });
    expect(proof).toMatchObject({ difference: "0.00", closes: true });
  }
  return ids;
}

test("a quarter's books have the balances that a bookkeeper would have, and undo leaves them as they were", async () => {
  const ids = await closeTheQuarter();
  // Written by hand, in cents; debits positive.
  expect(await ledgerOfBooks()).toEqual({
    accounts: {
      // 795.05 in August, 2,399.85 in September, 788.96 in October.
      Checking: 398_386,
      // The cash only: nothing that was paid out.
      "Undeposited Funds": 7_500,
      // What Dana Cole has not paid yet.
      "Accounts Receivable (A/R)": 65_000,
      Sales: -514_272,
      // 45.00 by a refund receipt, 30.00 by the line's account.
      "Refunds and Allowances": 7_500,
      Chargebacks: 20_000,
      "Bank Charges": 1_500,
      // 24.67 in August, 75.15 in September, 31.29 and Stripe's bill of 12.75 in October.
      "Merchant Processing Fees": 14_386,
    },
    income: { Services: 509_472, "Workshop Materials": 4_800, Refunds: -4_500 },
  });
  const kinds = addedTo(before, await readBooks()).map((each) => each.split(" ")[0]);
  expect(kinds).toEqual([
    ...["Customer", "Customer"],
    ...["Deposit", "Deposit", "Deposit"],
    ...["Payment", "Payment", "Payment"],
    ...["RefundReceipt", "SalesReceipt", "SalesReceipt"],
  ]);
  const linked = (await booksOf(emulators)).deposits.flatMap(({ lines }) =>
    lines.flatMap(({ linked }) => (linked ? `${linked.TxnType} ${linked.TxnId}` : [])),
  );
  expect(linked.length).toBeGreaterThan(ids.length);
  expect(new Set(linked).size).toBe(linked.length);

  const messages = [];
  for (const deposit_id of ids) {
    messages.push((await post("/qb/undo/", { deposit_id })).message);
  }
  // The customers that stay are named.
  expect(messages.sort()).toEqual([
    "Match undone",
    "Match undone. The customer Olivia Eastwick stays in QuickBooks.",
    "Match undone. The customer Pia Novak stays in QuickBooks.",
  ]);
  const after = await readBooks();
  expect(withoutNewCustomers(before, after)).toEqual(before);
  const added = addedTo(before, after).map((each) => {
    const [kind, id = ""] = each.split(" ");
    return [kind, after.Customer[id]?.DisplayName];
  });
  expect(added).toEqual([
    ["Customer", "Olivia Eastwick"],
    ["Customer", "Pia Novak"],
  ]);
});
