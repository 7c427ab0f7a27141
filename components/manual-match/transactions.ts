import { accountName } from "@/components/deposit-parts/kind-name";
import type { Deposit, DepositStatus } from "@/lib/contracts/deposits";
import type { Payment } from "@/lib/contracts/payments";
import { type DateFormat, formatDate, writeDay } from "@/lib/format-date";
import { parseDecimal, toWireDecimal } from "@/lib/money";

/** Deposits and payments as the matching screens see them: one shape, two sources. */
export interface TransactionView {
  id: string;
  date: string;
  description: string;
  /** Signed, in minor units of `currency`. */
  amount: number;
  currency: string;
  customerName: string;
  source: "stripe" | "quickbooks";
  status: "unmatched" | "suggested" | "matched";
  /** The processor, "Authorize.Net"; empty for payments in the books. */
  processor: string;
  /** The number that the ledger's screens show; empty for none, and for deposits. */
  number: string;
}

const VIEW_STATUS: Record<DepositStatus, TransactionView["status"]> = {
  pending: "unmatched",
  suggested: "suggested",
  matched: "matched",
  posted: "matched",
};

const DEPOSIT_PREFIX = "deposit-";

export function fromDeposit(deposit: Deposit): TransactionView {
  return {
    id: `${DEPOSIT_PREFIX}${deposit.id}`,
    date: deposit.txn_date,
    description: `Deposit #${deposit.id} - ${accountName(deposit)}`,
    amount: parseDecimal(deposit.total_amt, deposit.currency),
    currency: deposit.currency,
    customerName: accountName(deposit),
    source: "stripe",
    status: VIEW_STATUS[deposit.status],
    processor: deposit.source,
    number: "",
  };
}

export function fromPayment(payment: Payment): TransactionView {
  return {
    id: payment.Id,
    date: payment.TxnDate,
    description: "Customer Payment",
    amount: parseDecimal(payment.TotalAmt, payment.currency),
    currency: payment.currency,
    customerName: payment.CustomerName,
    source: "quickbooks",
    status: "unmatched",
    processor: "",
    number: payment.number,
  };
}

/** "deposit-12" → "12", the id that the API knows. */
export function wireId(view: TransactionView): string {
  return view.id.startsWith(DEPOSIT_PREFIX) ? view.id.slice(DEPOSIT_PREFIX.length) : view.id;
}

/** "deposit-12" → 12. */
export function depositNumber(view: TransactionView): number {
  return Number(wireId(view));
}

/**
 * Case-insensitive, over everything that identifies a transaction to the user: names, the date as it is written
 * on their screen, amounts such as "1,240" and "−38.26".
 */
export function mentions(view: TransactionView, needle: string, format: DateFormat): boolean {
  const wanted = needle.trim().toLowerCase();
  if (wanted === "") return true;
  const dates = `${view.date} ${formatDate(view.date, format)} ${writeDay(view.date, format)}`;
  const known = `${view.customerName} ${view.description} ${view.processor} ${view.number} ${dates}`;
  if (known.toLowerCase().includes(wanted)) return true;
  const digits = wanted.replaceAll(",", "").replace("−", "-");
  return AMOUNT_PART.test(digits) && toWireDecimal(view.amount, view.currency).includes(digits);
}

const AMOUNT_PART = /^-?[\d.]+$/;
