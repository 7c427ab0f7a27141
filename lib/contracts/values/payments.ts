/** QuickBooks' transaction types that receive money from a customer or return it. */
export const LEDGER_PAYMENT_KINDS = ["Payment", "SalesReceipt", "RefundReceipt"] as const;
export type LedgerPaymentKind = (typeof LEDGER_PAYMENT_KINDS)[number];

/** As QuickBooks' screens name them. */
export const LEDGER_PAYMENT_NAMES: Record<LedgerPaymentKind, string> = {
  Payment: "Payment",
  SalesReceipt: "Sales receipt",
  RefundReceipt: "Refund receipt",
};
