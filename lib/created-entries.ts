import type { LedgerPaymentKind } from "@/lib/constants/payments";
import { type JournalLine, toSides } from "@/lib/journal";

const RECEIVABLE = "Accounts Receivable";

/** A payment or receipt that is created for a deposit. Minor units. */
export interface CreatedPayment {
  kind: LedgerPaymentKind;
  /** What the books call it: "Sales receipt". */
  title: string;
  /** Name of the account in which it waits for its payout. */
  waitingIn: string;
  /** Signed: refund receipts are negative. */
  amount: number;
  customer: string;
  /** Of a receipt. */
  item: string;
  /** Where the item's sales are booked; empty where that isn't known. */
  itemAccount: string;
  taxCode: string;
  /** Of a payment. */
  invoices: readonly { number: string; amount: number }[];
}

/**
 * The journal entry of a payment or receipt: a receipt is income of its product, and waits for its payout;
 * a payment lowers what its customer owes, invoice by invoice, and what is left is their credit.
 */
export function createdEntry(payment: CreatedPayment): JournalLine[] {
  const { kind, title, waitingIn, amount, customer } = payment;
  const shared = { customer, class: "", number: "" };
  const money = {
    ...shared,
    account: waitingIn,
    memo: title,
    ...toSides(amount),
  };
  if (kind !== "Payment") {
    const { item, itemAccount, taxCode } = payment;
    const account = itemAccount || `Income of ${item}`;
    const memo = taxCode ? `Includes tax: ${taxCode}` : "";
    return [money, { ...shared, account, memo, ...toSides(-amount) }];
  }
  const applied = payment.invoices.reduce((sum, invoice) => sum + invoice.amount, 0);
  const parts = [
    ...payment.invoices.map(({ number, amount: paid }) => ({ memo: `Invoice ${number}`, paid })),
    ...(applied < amount ? [{ memo: "Credit", paid: amount - applied }] : []),
  ];
  return [
    money,
    ...parts.map(({ memo, paid }) => ({
      ...shared,
      account: RECEIVABLE,
      memo,
      ...toSides(-paid),
    })),
  ];
}
