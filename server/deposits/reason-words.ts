import type { DepositLine } from "@/generated/prisma/client";
import type { BookingKind } from "@/lib/contracts/values/bookings";
import { LEDGER_PAYMENT_NAMES } from "@/lib/contracts/values/payments";
import { type CalendarDate, dateText } from "@/lib/dates";
import { formatAmount } from "@/lib/format";
import { toDecimal } from "@/lib/money";
import type { ShownDeposit } from "./columns";
import type { PaymentFact } from "./findings";

/** What a sentence says of a line. */
export type ReasonLine = Pick<
  DepositLine,
  "id" | "kind" | "providerKind" | "description" | "customerName" | "gross" | "currency"
> & {
  booking: BookingKind;
  /** Calendar dates; `waitUntil` is null for a line that is not put aside, or no longer. */
  date: CalendarDate;
  waitUntil: CalendarDate | null;
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
  | "txnDate"
  | "amount"
  | "currency"
  | "homeCurrency"
  | "posting"
  | "findings"
> & { lines: ReasonLine[] };

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

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "Nov 2", with its year only where that is not the deposit's. */
export function dayText(date: CalendarDate, { txnDate }: { txnDate: Date }): string {
  const [year = "", month = "", day = ""] = date.split("-");
  const short = `${MONTHS[Number(month) - 1] ?? month} ${Number(day)}`;
  return dateText(txnDate).startsWith(year) ? short : `${short}, ${year}`;
}

/** ", and 2 more" */
export function moreText(others: number): string {
  return others === 0 ? "" : `, and ${others} more`;
}

/** " 2 more lines are like this." */
export function alsoText(others: number): string {
  if (others === 0) return "";
  return others === 1 ? " 1 more line is like this." : ` ${others} more lines are like this.`;
}

const WITH_NUMBER = /#\s?\w|\w-\d|\d{3}/;
const LONGEST_NAME = 48;

/** What the line is called: its order or invoice as the processor has it, else its customer; "" for neither. */
export function lineName({ description, customerName }: ReasonLine): string {
  const text = description.trim();
  if (WITH_NUMBER.test(text) && text.length <= LONGEST_NAME) return text;
  return customerName.trim();
}

/** "payment 198", "sales receipt" where QuickBooks shows no number. */
export function paymentName({ kind, number }: PaymentFact): string {
  const name = LEDGER_PAYMENT_NAMES[kind].toLowerCase();
  return number === "" ? name : `${name} ${number}`;
}

/** "Renée Stavros or S. Rosenthal" */
export function orText(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}
