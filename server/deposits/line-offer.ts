import type { OpenReasonCode } from "@/lib/constants/open-reasons";
import type { LineOffer } from "@/lib/contracts/deposit-detail";
import { type FirstOffer, firstOffer, isWonDispute, type Origin } from "@/lib/first-offer";
import type { DateFormat } from "@/lib/format-date";
import type { LedgerWords } from "@/lib/ledger-words";
import { amountText, dayText, type ReasonLine } from "./reason-words";

/** What an offer and its words need of a line. */
type OfferedLine = Pick<
  ReasonLine,
  | "kind"
  | "providerKind"
  | "gross"
  | "currency"
  | "date"
  | "customerName"
  | "origin"
  | "maybeBooked"
  | "noReceipt"
>;

/** What its words need of a deposit. */
interface Around {
  homeCurrency: string;
  ledger: LedgerWords;
  txnDate: Date;
  dateFormat: DateFormat;
}

/** The first offer for an open line; the one place where the reason, the page and the API have it from. */
export function offerFor(
  {
    kind,
    providerKind,
    gross,
    origin,
    maybeBooked,
    noReceipt,
  }: Pick<OfferedLine, "kind" | "providerKind" | "gross" | "origin" | "maybeBooked" | "noReceipt">,
  finding: OpenReasonCode | null,
): FirstOffer {
  const line = { kind, providerKind, gross: Number(gross) };
  return firstOffer(line, { finding, origin, maybeBooked, noReceipt });
}

/** The offer as the wire has it. */
export function toLineOffer(
  line: OfferedLine,
  finding: OpenReasonCode | null,
  around: Around,
): LineOffer {
  return { ...toFirstOffer(line, finding), origin: originText(line, around) };
}

/** The same without words. */
export function toFirstOffer(
  line: Parameters<typeof offerFor>[0],
  finding: OpenReasonCode | null,
): Omit<LineOffer, "origin"> {
  const first = offerFor(line, finding);
  const account = first === "book_back" ? (line.origin?.account ?? null) : null;
  return { first, book_to: account && { Id: account.id, Name: account.name } };
}

/**
 * For the user: what a line takes back and where that is in the books; empty where it isn't known. "Dispute of 115.27 by
 * Ida Fox opened Oct 9, booked to Chargebacks (Deposit 531) · won Nov 9"
 */
function originText(line: OfferedLine, { homeCurrency, ledger, ...around }: Around): string {
  const { origin, customerName, currency } = line;
  if (!origin) return "";
  const sum = amountText(Math.abs(origin.amount), { currency, homeCurrency });
  const { what, began } = ORIGIN_WORDS[origin.kind] ?? { what: "Payment", began: "of" };
  const by = customerName && ` ${origin.kind === "refund" ? "to" : "by"} ${customerName}`;
  const start = `${what} of ${sum}${by} ${began} ${dayText(origin.date, around)}`;
  return `${start}${whereText(origin, ledger)} · ${endedText(line)} ${dayText(line.date, around)}`;
}

const ORIGIN_WORDS: Partial<Record<Origin["kind"], { what: string; began: string }>> = {
  dispute: { what: "Dispute", began: "opened" },
  dispute_reversal: { what: "Dispute", began: "won" },
  refund: { what: "Refund", began: "made" },
  charge: { what: "Charge", began: "of" },
};

function whereText(
  { account, payment, quickbooksId }: Origin,
  { payments, depositOf, theDeposit }: LedgerWords,
): string {
  const on = quickbooksId === "" ? "" : ` (${depositOf(quickbooksId)})`;
  if (account) return `, booked to ${account.name}${on}`;
  if (payment) {
    const { kind, number } = payment;
    return `, recorded as ${payments[kind].toLowerCase()}${number && ` ${number}`}${on}`;
  }
  return quickbooksId === "" ? "" : `, on ${theDeposit(quickbooksId)}`;
}

/** What has become of it with the line. */
function endedText(line: OfferedLine): string {
  const { kind, gross } = line;
  if (isWonDispute({ kind, gross: Number(gross) })) return "won";
  if (kind === "dispute_reversal") return "lost again";
  if (kind === "refund" && gross < 0n) return "refunded";
  return gross > 0n ? "came back" : "failed";
}
