import type {
  BookingView,
  DepositDetail,
  PlannedPaymentView,
} from "@/lib/contracts/deposit-detail";
import type { MatchView } from "@/lib/contracts/match-views";
import type { CalendarDate } from "@/lib/dates";
import type { LedgerWords } from "@/lib/ledger-words";
import { differenceOf, isThere } from "./fits";

type Detail = Pick<DepositDetail, "deposit" | "matches" | "bookings" | "planned">;
export type DetailLine = DepositDetail["deposit"]["lines"][number];

/** A line of a deposit that the books don't have, and what was decided for it. */
export type Entry = { key: string } & (
  | {
      /** An undecided charge or refund. */
      state: "open";
      line: DetailLine;
      /** Of a refund, which the deposit adds up with, but which has no account. */
      booking: BookingView | null;
      /** A payment of another amount is suggested for it. */
      isClose: boolean;
    }
  /** Only its account is missing. */
  | { state: "unbooked"; booking: BookingView }
  | { state: "waiting"; line: DetailLine; until: string; note: string }
  /** Payments of its own: to be created with the Deposit, or picked from the books; or booked to an account. */
  | { state: "chosen"; match: MatchView; planned: PlannedPaymentView | null; lines: DetailLine[] }
  | { state: "booked"; booking: BookingView }
);
export type EntryOf<State extends Entry["state"]> = Entry & { state: State };

/** Kinds of lines that a payment or receipt in the books can record. */
const PAID: ReadonlySet<string> = new Set(["charge", "refund", "dispute", "dispute_reversal"]);

const ORDER = ["open", "unbooked", "chosen", "waiting", "booked"] as const;

/**
 * The lines of a deposit that the books don't have, undecided ones first.
 * @param today a line that waits until then is asked about again
 */
export function entriesOf(
  { deposit, matches, bookings, planned }: Detail,
  today: CalendarDate,
): Entry[] {
  const isOpen = deposit.status === "pending" || deposit.status === "suggested";
  const entries: Entry[] = [];
  const asked = new Set<BookingView>();
  // A match of the deposit as a whole leaves no line open.
  const isWhole = matches.some(({ line_ids }) => line_ids.length === 0);
  for (const line of isOpen && !isWhole ? deposit.lines : []) {
    const isClose = matches.some((match) => isOfOtherAmount(match, line, deposit.currency));
    if (!PAID.has(line.kind) || (line.match_id !== null && !isClose)) continue;
    // The fee of a dispute is booked separately.
    const booking =
      bookings.find(({ line_id, kind }) => line_id === line.id && kind !== "dispute_fee") ?? null;
    if (booking?.account) continue;
    if (booking) asked.add(booking);
    const key = lineKey(line.id);
    entries.push(
      line.wait && line.wait.until > today
        ? { key, state: "waiting", line, ...line.wait }
        : { key, state: "open", line, booking, isClose },
    );
  }
  for (const booking of bookings) {
    if (asked.has(booking)) continue;
    const state = booking.account === null ? "unbooked" : "booked";
    entries.push({ key: `${booking.line_id} ${booking.kind}`, state, booking });
  }
  for (const match of matches) {
    const own = planned.find(({ match_id }) => match_id === match.id) ?? null;
    const isPicked = isOpen && match.state === "accepted" && match.line_ids.length > 0;
    if (own === null && !isPicked && match.booked === null) continue;
    const lines = deposit.lines.filter(({ match_id }) => match_id === match.id);
    entries.push({ key: match.id, state: "chosen", match, planned: own, lines });
  }
  return entries.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}

/** Whether a match is only suggested, and the line would not add up with it. */
function isOfOtherAmount(
  { state, line_ids, payments }: MatchView,
  line: DetailLine,
  currency: string,
): boolean {
  const isAlone = line_ids.length === 1 && line_ids[0] === line.id;
  return state === "proposed" && isAlone && differenceOf(line, payments, currency) !== 0;
}

/** What a line is called in a sentence: its order as the processor has it, else its customer, else its kind. */
export function lineTitle({ description, entity, kind }: DetailLine): string {
  return description || entity || (kind === "refund" ? "A refund" : "A charge");
}

/** The key of a line that is asked about, or waits. */
export function lineKey(lineId: number): string {
  return `line ${lineId}`;
}

/** Whether a user has to decide it before the deposit can post. */
export function needsDecision({ state }: Entry): boolean {
  return state === "open" || state === "unbooked";
}

/** For the user: what a deposit is missing; empty once everything is decided. */
export function missingSentence(
  entries: readonly Entry[],
  charges: number,
  { name }: LedgerWords,
): string {
  const open = entries.filter(needsDecision);
  const missing = open.filter(
    (entry) =>
      entry.state === "open" &&
      entry.line.kind === "charge" &&
      !entry.isClose &&
      !isThere(entry.line),
  );
  if (missing.length > 0 && missing.length === open.length) {
    const have = missing.length === 1 ? "has" : "have";
    const of = charges === 1 ? "The charge" : `${missing.length} of ${charges} charges`;
    return `${of} ${have} no payment in ${name}. Decide ${missing.length === 1 ? "it" : "these"} to post the deposit.`;
  }
  if (open.length === 0) return "";
  return open.length === 1
    ? "1 line needs an answer before this deposit can post."
    : `${open.length} lines need an answer before this deposit can post.`;
}
