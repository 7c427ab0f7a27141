/** What we create: QuickBooks' transaction types that receive money from a customer or return it. */
export const CREATED_PAYMENT_KINDS = ["Payment", "SalesReceipt", "RefundReceipt"] as const;
export type CreatedPaymentKind = (typeof CREATED_PAYMENT_KINDS)[number];

/** QuickBooks' transaction types that a Deposit can take out of Undeposited Funds. */
export const LEDGER_PAYMENT_KINDS = [...CREATED_PAYMENT_KINDS, "JournalEntry", "Transfer"] as const;
export type LedgerPaymentKind = (typeof LEDGER_PAYMENT_KINDS)[number];
