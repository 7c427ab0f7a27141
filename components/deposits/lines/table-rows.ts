import { confidenceOf } from "@/components/deposit-parts/confidence-meter";
import { type LinePair, pairUp } from "@/components/deposit-parts/pair-up";
import {
  type DetailLine,
  type Entry,
  entriesOf,
  needsDecision,
} from "@/components/deposits/line-decisions/entries";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { MatchView } from "@/lib/contracts/match-views";
import { counted } from "@/lib/counted";
import type { CalendarDate } from "@/lib/dates";
import { parseDecimal, sumMinor, toWireDecimal } from "@/lib/money";

export type MatchedPayment = MatchView["payments"][number];

/** A match and what it explains; no lines when it explains the payout as a whole. */
export interface MatchRow {
  match: MatchView;
  lines: DetailLine[];
  pairs: LinePair<DetailLine, MatchedPayment>[];
}

/** Every line of a payout, once, in the order in which it is shown. */
export interface TableRows {
  /** What a user has to decide. */
  asked: Entry[];
  /** Suggested pairs to look at, and pairs with a warning; the least certain first. */
  unsure: MatchRow[];
  /** What users chose, and what is booked without a payment. */
  answered: Entry[];
  /** Pairs that need no review. */
  sure: MatchRow[];
  /** Lines that need no payment, such as fees. */
  others: DetailLine[];
}

type Detail = Pick<DepositDetail, "deposit" | "matches" | "bookings" | "planned">;

/** @param today a line that waits until then is asked about again */
export function tableRows(detail: Detail, today: CalendarDate): TableRows {
  const { deposit, matches } = detail;
  const entries = entriesOf(detail, today);
  const shown = new Set(entries.flatMap(entryLines));
  const lines = new Map(deposit.lines.map((line) => [line.id, line]));
  const rows = matches
    .map((match) => ({ match, own: match.line_ids.filter((id) => !shown.has(id)) }))
    .filter(({ match, own }) => match.line_ids.length === 0 || own.length > 0)
    .map(({ match, own }) =>
      toMatchRow(
        match,
        own.flatMap((id) => lines.get(id) ?? []),
      ),
    )
    .sort((a, b) => a.match.probability - b.match.probability);
  for (const { lines: own } of rows) for (const { id } of own) shown.add(id);
  return {
    asked: entries.filter(needsDecision),
    unsure: rows.filter((row) => !isSure(row)),
    answered: entries.filter((entry) => !needsDecision(entry)),
    sure: rows.filter(isSure),
    others: deposit.lines.filter(({ id }) => !shown.has(id)),
  };
}

function entryLines(entry: Entry): number[] {
  switch (entry.state) {
    case "open":
    case "waiting":
      return [entry.line.id];
    case "chosen":
      return entry.lines.map(({ id }) => id);
    default:
      // The fee of a dispute is booked separately: the dispute has a row of its own.
      return entry.booking.kind === "dispute_fee" ? [] : [entry.booking.line_id];
  }
}

function toMatchRow(match: MatchView, lines: DetailLine[]): MatchRow {
  return { match, lines, pairs: pairUp(lines, match.payments, match.currency) };
}

/** Decided, or certain; and nothing in it is recorded twice. */
function isSure({ match }: MatchRow): boolean {
  if (match.recorded_twice.length > 0) return false;
  return match.state === "accepted" || confidenceOf(match) === "Certain";
}

/** What a user can do about a suggested pair: confirm its line, or the whole suggestion. */
export function confirmable(
  { match }: MatchRow,
  { status }: Pick<DepositDetail["deposit"], "status">,
  unsure: readonly MatchRow[],
): "deposit" | "line" | null {
  if (match.state === "accepted") return null;
  const isAlone = unsure.filter((row) => row.match.state === "proposed").length === 1;
  if (status === "suggested" && (isAlone || match.line_ids.length !== 1)) return "deposit";
  const isOfLine =
    match.line_ids.length === 1 && parseDecimal(match.difference, match.currency) === 0;
  return isOfLine && (status === "pending" || status === "suggested") ? "line" : null;
}

/** For the user: "12 charges and 1 refund matched with certainty", with what they are in total. */
export function foldedText(
  rows: readonly MatchRow[],
  currency: string,
): { text: string; amount: string | null } {
  const lines = rows.flatMap((row) => row.lines);
  const isDecided = rows.every(({ match }) => match.state === "accepted");
  const verb = isDecided ? "matched" : "matched with certainty";
  if (lines.length === 0) return { text: `The whole payout ${verb}`, amount: null };
  const charges = lines.filter(({ kind }) => kind === "charge").length;
  const refunds = lines.filter(({ kind }) => kind === "refund").length;
  const kinds = [
    [charges, "charge"],
    [refunds, "refund"],
    [lines.length - charges - refunds, "other line"],
  ] as const;
  const counts = kinds.flatMap(([count, noun]) => (count > 0 ? counted(count, noun) : []));
  const last = counts.pop() ?? "";
  const what = counts.length === 0 ? last : `${counts.join(", ")} and ${last}`;
  const sum = sumMinor(lines.map(({ amount }) => parseDecimal(amount, currency)));
  return { text: `${what} ${verb}`, amount: toWireDecimal(sum, currency) };
}

/** For the user: "Matched as a group: 6 charges, 6 payments"; empty for a pair. */
export function groupText({ lines, match: { payments } }: MatchRow): string {
  if (lines.length < 2 && payments.length < 2) return "";
  const isCharges = lines.every(({ kind }) => kind === "charge");
  const left =
    lines.length === 0 ? "the whole payout" : counted(lines.length, isCharges ? "charge" : "line");
  return `Matched as a group: ${left}, ${counted(payments.length, "payment")}`;
}
