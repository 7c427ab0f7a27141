import { expect, test } from "vitest";
import { countSentence, sumSentence } from "@/components/deposits/line-decisions/bulk-preview";
import type { ReceiptPreview } from "@/lib/contracts/receipts";
import { ledgerWords } from "@/lib/ledger-words";

const QUICKBOOKS = ledgerWords("quickbook");

type Row = ReceiptPreview["rows"][number];
type Customer = Row["receipt"]["customer"];

const row = (line_id: number, customer: Customer): Row => ({
  ...{ deposit_id: 1, line_id, description: `Order ${line_id}` },
  receipt: {
    ...{ kind: "SalesReceipt", customer, item: null, tax_code: null, class: null },
    ...{ date: "2026-11-01", amount: "10.00", currency: "USD", memo: "", reference: "" },
  },
});

const customer = (Id: string | null, name: string): Customer => ({
  ...{ Id, name, email: "", is_new: Id === null, reason: "" },
});

test("sums are told by kind and currency", () => {
  const sums: ReceiptPreview["sums"] = [
    { kind: "RefundReceipt", currency: "USD", count: 1, amount: "45.00" },
    { kind: "SalesReceipt", currency: "USD", count: 6, amount: "1240.00" },
  ];
  expect(sumSentence(sums, "USD", QUICKBOOKS)).toBe(
    "6 sales receipts, 1,240.00 · 1 refund receipt, 45.00",
  );
  expect(sumSentence(sums, "EUR", QUICKBOOKS)).toContain("6 sales receipts, USD 1,240.00");
  expect(sumSentence([], "USD", QUICKBOOKS)).toBe("Nothing to record.");
});

test("a customer of several receipts counts once, new ones by name", () => {
  const rows = [
    row(1, customer("5", "Blue Harbor")),
    row(2, customer("5", "Blue Harbor")),
    row(3, customer(null, "Anna Li")),
    row(4, customer(null, "anna li")),
    row(5, null),
  ];
  const left_out = [
    { deposit_id: 1, line_id: 6, description: "", amount: "1.00", currency: "USD", reason: "" },
  ];
  expect(countSentence({ rows, left_out }, QUICKBOOKS)).toBe(
    "1 customer in QuickBooks · 1 new customer · 1 without a customer · 1 line left out",
  );
});
