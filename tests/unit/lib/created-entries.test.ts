import { expect, test } from "vitest";
import { type CreatedPayment, createdEntry } from "@/lib/created-entries";

const payment = (changes: Partial<CreatedPayment>): CreatedPayment => ({
  kind: "SalesReceipt",
  title: "Sales receipt",
  waitingIn: "Undeposited Funds",
  amount: 12_345,
  customer: "Anna Li",
  item: "Services",
  itemAccount: "Sales",
  taxCode: "",
  invoices: [],
  ...changes,
});

const sides = (entry: CreatedPayment) =>
  createdEntry(entry).map(({ account, memo, debit, credit }) => [account, memo, debit, credit]);

test("a sales receipt is income that waits in Undeposited Funds", () => {
  expect(sides(payment({ taxCode: "20.0% S" }))).toEqual([
    ["Undeposited Funds", "Sales receipt", 12_345, 0],
    ["Sales", "Includes tax: 20.0% S", 0, 12_345],
  ]);
});

test("a refund receipt takes it back", () => {
  expect(sides(payment({ kind: "RefundReceipt", title: "Refund receipt", amount: -500 }))).toEqual([
    ["Undeposited Funds", "Refund receipt", 0, 500],
    ["Sales", "", 500, 0],
  ]);
});

test("an income account that isn't known is named by its product", () => {
  const [, income] = sides(payment({ itemAccount: "" }));
  expect(income).toEqual(["Income of Services", "", 0, 12_345]);
});

test("a payment lowers what its customer owes, invoice by invoice; the rest is their credit", () => {
  const invoices = [
    { number: "1042", amount: 10_000 },
    { number: "1043", amount: 2_000 },
  ];
  expect(sides(payment({ kind: "Payment", title: "Payment", invoices }))).toEqual([
    ["Undeposited Funds", "Payment", 12_345, 0],
    ["Accounts Receivable", "Invoice 1042", 0, 10_000],
    ["Accounts Receivable", "Invoice 1043", 0, 2_000],
    ["Accounts Receivable", "Credit", 0, 345],
  ]);
});
