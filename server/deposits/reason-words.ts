import type { Deposit, DepositLine } from "@/generated/prisma/client";
import type { BookingKind } from "@/lib/constants/bookings";
import type { OpenAction } from "@/lib/constants/open-reasons";
import type { OpenReason } from "@/lib/contracts/deposits";
import { counted } from "@/lib/counted";
import type { CalendarDate } from "@/lib/dates";
import type { Origin } from "@/lib/first-offer";
import { formatAmount } from "@/lib/format";
import { type DateFormat, formatDay } from "@/lib/format-date";
import type { LedgerWords } from "@/lib/ledger-words";
import { toDecimal } from "@/lib/money";
import type { ShownDeposit } from "./columns";
import type { PaymentFact } from "./findings";

/** What a sentence says of a line. */
export type ReasonLine = Pick<
  DepositLine,
  "id" | "kind" | "providerKind" | "description" | "customerName" | "currency"
> & {
  /** Minor units. */
  gross: number | bigint;
  booking: BookingKind;
  /** Calendar dates; `waitUntil` is null for a line that is not put aside, or no longer. */
  date: CalendarDate;
  waitUntil: CalendarDate | null;
  /** What it takes back. */
  origin: Origin | null;
  /** The books may have its whole payout already. */
  maybeBooked: boolean;
  /** The books can't record it as a receipt. */
  noReceipt: boolean;
};

/** What a reason needs of a deposit. */
export type OpenDeposit = Pick<
  ShownDeposit,
  | "status"
  | "payoutStatus"
  | "reversedBy"
  | "bankCurrency"
  | "returnedAmount"
  | "provider"
  | "sourceAccount"
  | "txnDate"
  | "amount"
  | "currency"
  | "homeCurrency"
  | "dateFormat"
  | "ledger"
  | "addressOf"
  | "posting"
  | "findings"
  | "maybeBooked"
> & { readonly lines: readonly ReasonLine[] };

interface Around {
  /** Of the amount. */
  currency: string;
  homeCurrency: string;
}

/** "1,234.50", with its currency only where that is not the books' own. @param minor minor units */
export function amountText(minor: number, { currency, homeCurrency }: Around): string {
  const amount = formatAmount(toDecimal(minor, currency));
  return currency === homeCurrency ? amount : `${amount} ${currency}`;
}

/** "Nov 2", with its year only where that is not the deposit's. */
export function dayText(
  date: CalendarDate,
  { txnDate, dateFormat }: { txnDate: Date; dateFormat: DateFormat },
): string {
  return formatDay(date, dateFormat, txnDate.getUTCFullYear());
}

/** ", and 2 more" */
export function moreText(others: number): string {
  return others === 0 ? "" : `, and ${others} more`;
}

/** " 2 more lines have the same problem." */
export function alsoText(others: number): string {
  if (others === 0) return "";
  return ` ${counted(others, "more line")} ${others === 1 ? "has" : "have"} the same problem.`;
}

const WITH_NUMBER = /#\s?\w|\w-\d|\d{3}/;
const LONGEST_NAME = 48;

/** What the line is called: its order or invoice as the processor has it, else its customer; "" for neither. */
export function lineName({ description, customerName }: ReasonLine): string {
  const text = description.trim();
  if (WITH_NUMBER.test(text) && text.length <= LONGEST_NAME) return text;
  return customerName.trim();
}

/** "payment 198", "sales receipt" where the ledger shows no number. */
export function paymentName({ kind, number }: PaymentFact, { payments }: LedgerWords): string {
  const name = payments[kind].toLowerCase();
  return number === "" ? name : `${name} ${number}`;
}

/** Of a payout that the books may have already, for the user. @param depositId the ledger's id of what may be it. */
export function maybeBookedText(depositId: string, { name, depositOf }: LedgerWords): string {
  return `${name} may have this payout already: ${depositOf(depositId)}. Look at it first.`;
}

/** "Renée Stavros or S. Rosenthal" */
export function orText(names: readonly string[]): string {
  return listText(names, "or");
}

/** "one of 40.00 and one of 50.00" */
export function andText(parts: readonly string[]): string {
  return listText(parts, "and");
}

function listText(names: readonly string[], word: string): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} ${word} ${last}`;
}

/** What a blocked posting is waiting for. */
export const POSTING_OBSTACLES = [
  "not_connected",
  "bank_missing",
  "category_missing",
  "clearing_missing",
  "payments_apart",
  "account_missing",
  "account_unusable",
  "currency_differs",
  "tax_code_unusable",
  "books_closed",
  "choice_outdated",
  "maybe_booked",
] as const;
export type PostingObstacle = (typeof POSTING_OBSTACLES)[number];

const ACTIONS: Record<PostingObstacle, OpenAction> = {
  not_connected: "connect",
  bank_missing: "ledger_settings",
  category_missing: "source_settings",
  clearing_missing: "negative_account",
  payments_apart: "choose",
  account_missing: "choose_account",
  account_unusable: "choose_account",
  currency_differs: "ledger_settings",
  tax_code_unusable: "ledger_settings",
  books_closed: "post_on_open_day",
  choice_outdated: "choose",
  maybe_booked: "review",
};

/** Why a posting needs a user; null where it doesn't. */
export function postingReason({
  posting,
  bankCurrency,
}: Pick<ShownDeposit, "posting" | "bankCurrency">): OpenReason | null {
  if (posting?.state !== "failed" && posting?.state !== "blocked") return null;
  const { message: text, details, errorCode } = posting;
  const reason = { text, details, line_id: null, quickbooks_url: "", book_to: "", account: "" };
  if (posting.state === "failed") return { ...reason, code: "posting_failed", action: "retry" };
  const obstacle = POSTING_OBSTACLES.find((each) => each === errorCode);
  const action = obstacle ? obstacleAction(obstacle, bankCurrency) : "connect";
  return { ...reason, code: "posting_blocked", action };
}

/** The one thing that a user can do about what a posting waits for. @param bankCurrency of the payout, see `Deposit`. */
export function obstacleAction(obstacle: PostingObstacle, bankCurrency: string | null): OpenAction {
  // No account of ours mends a payout that the processor converted: a user records it with the bank's amount.
  const isConverted = obstacle === "currency_differs" && bankCurrency !== null;
  return isConverted ? "put_aside" : ACTIONS[obstacle];
}

type Troubled = Pick<
  Deposit,
  "payoutStatus" | "reversedBy" | "status" | "currency" | "bankCurrency" | "returnedAmount"
>;

/** Whether the processor paid it out in another currency, and it isn't marked as booked yet. */
export function isConverted(
  deposit: Pick<Troubled, "payoutStatus" | "reversedBy" | "status" | "bankCurrency">,
): boolean {
  const isLost = deposit.payoutStatus === "failed" || deposit.payoutStatus === "canceled";
  const isOpen = deposit.status !== "posted" && !isLost && !deposit.reversedBy;
  return isOpen && deposit.bankCurrency !== null;
}

/** For the user: the problem with a payout and what to do; empty without one. */
export function payoutIssue(deposit: Troubled & Pick<ShownDeposit, "ledger">): string {
  const { payoutStatus, reversedBy, status, currency, bankCurrency, returnedAmount } = deposit;
  const { name: ledger } = deposit.ledger;
  if (payoutStatus === "failed" || payoutStatus === "canceled") {
    const what =
      payoutStatus === "failed" ? "The bank returned this payout." : "This payout was canceled.";
    return status === "posted"
      ? `${what} It's posted in ${ledger}. Undo it so its payments can be deposited again.`
      : `${what} It won't be matched or posted.`;
  }
  if (reversedBy) return `Reversed by payout ${reversedBy}.`;
  if (isConverted(deposit)) {
    return `This payout is in ${currency}, but your bank account is in ${bankCurrency}. The bank's amount isn't known, so it isn't posted. Record it in ${ledger} with the amount on your bank statement, then mark it as booked elsewhere.`;
  }
  if (returnedAmount === null) return "";
  const sum = `${toDecimal(Number(returnedAmount), currency)} ${currency}`;
  return `Payments of ${sum} in this deposit were returned by the customer's bank after it was settled. The bank debits them separately: record that debit in ${ledger}, and reopen the customer's invoice.`;
}
