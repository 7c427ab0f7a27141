export interface TransactionKind {
  /** QuickBooks' name in its API. */
  name: "Payment" | "SalesReceipt" | "RefundReceipt";
  /** Money in or out. Reports print the sign of the account they list, which says nothing here. */
  sign: 1 | -1;
}

const KINDS = new Map<string, TransactionKind>([
  ["payment", { name: "Payment", sign: 1 }],
  ["receive payment", { name: "Payment", sign: 1 }],
  ["sales receipt", { name: "SalesReceipt", sign: 1 }],
  ["refund receipt", { name: "RefundReceipt", sign: -1 }],
  ["refund", { name: "RefundReceipt", sign: -1 }],
]);

/** Undefined for what moves no customer's money: invoices, credit memos, deposits, expenses, … */
export function transactionKind(type: string): TransactionKind | undefined {
  return KINDS.get(type.toLowerCase());
}
