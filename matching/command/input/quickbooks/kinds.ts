import { remembered } from "../remembered";
import { bareWords, PAYMENT, REFUND, SALES_RECEIPT } from "./words";

export interface TransactionKind {
  /** QuickBooks' name in its API. */
  name: "Payment" | "SalesReceipt" | "RefundReceipt";
  /** Money in or out. A report's sign is relative to the account it lists, so it is not used. */
  sign: 1 | -1;
}

/** Undefined for types without a customer's money: invoices, credit memos, deposits, expenses, … */
export const transactionKind = remembered((type): TransactionKind | undefined => {
  const words = bareWords(type);
  if (PAYMENT.has(words)) return { name: "Payment", sign: 1 };
  if (SALES_RECEIPT.has(words)) return { name: "SalesReceipt", sign: 1 };
  return REFUND.has(words) ? { name: "RefundReceipt", sign: -1 } : undefined;
});
