export interface TransactionKind {
  /** QuickBooks' name in its API. */
  name: "Payment" | "SalesReceipt" | "RefundReceipt";
  /** Money in or out. A report's sign is relative to the account it lists, so it is not used. */
  sign: 1 | -1;
}

const KINDS = new Map<string, TransactionKind>([
  ["payment", { name: "Payment", sign: 1 }],
  ["receive payment", { name: "Payment", sign: 1 }],
  ["sales receipt", { name: "SalesReceipt", sign: 1 }],
  ["refund receipt", { name: "RefundReceipt", sign: -1 }],
  ["refund", { name: "RefundReceipt", sign: -1 }],
]);

/** Undefined for types without a customer's money: invoices, credit memos, deposits, expenses, … */
export function transactionKind(type: string): TransactionKind | undefined {
  return KINDS.get(type.toLowerCase());
}
