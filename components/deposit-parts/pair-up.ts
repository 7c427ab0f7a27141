import type { Deposit } from "@/lib/contracts/deposits";
import type { MatchView } from "@/lib/contracts/match-views";
import { parseDecimal } from "@/lib/money";
import { nameLikeness } from "@/lib/name-likeness";

interface PairedLine {
  amount: string;
  net: string;
  date: string;
  entity: string;
}
interface PairedPayment {
  TotalAmt: string;
  TxnDate: string;
  CustomerName: string;
}

/** What belongs together inside of a match: mostly one line and one payment. */
export interface LinePair<Line, Payment> {
  lines: Line[];
  payments: Payment[];
}

/** Names that share this part of their words are one customer's. */
const ALIKE = 0.5;

/**
 * Shows the lines and payments of one match pairwise, for reading only: what was decided is the whole set. Pairs of
 * one amount (before or after the fee) and customer come first, then those of one amount, the nearest day first.
 * What stays is one set at the end. In the lines' order.
 */
export function pairUp<Line extends PairedLine, Payment extends PairedPayment>(
  lines: readonly Line[],
  payments: readonly Payment[],
  currency: string,
): LinePair<Line, Payment>[] {
  if (lines.length < 2 || payments.length < 2) {
    return [{ lines: [...lines], payments: [...payments] }];
  }
  const free = new Set(payments);
  const paired = new Map<Line, Payment>();
  const byAmount = new Map<number, Payment[]>();
  for (const payment of payments) {
    const amount = parseDecimal(payment.TotalAmt, currency);
    byAmount.set(amount, [...(byAmount.get(amount) ?? []), payment]);
  }
  for (const isPair of [isSameName, isAnyName]) {
    for (const line of lines) {
      if (paired.has(line)) continue;
      const equal = [line.amount, line.net].flatMap(
        (amount) => byAmount.get(parseDecimal(amount, currency)) ?? [],
      );
      const [payment] = equal
        .filter((each) => free.has(each) && isPair(line, each))
        .sort((a, b) => distance(line, a) - distance(line, b));
      if (!payment) continue;
      paired.set(line, payment);
      free.delete(payment);
    }
  }
  const pairs = lines.flatMap((line) => {
    const payment = paired.get(line);
    return payment ? [{ lines: [line], payments: [payment] }] : [];
  });
  const rest = lines.filter((line) => !paired.has(line));
  if (rest.length === 0 && free.size === 0) return pairs;
  return [...pairs, { lines: rest, payments: [...free] }];
}

function isSameName(line: PairedLine, payment: PairedPayment): boolean {
  return nameLikeness(line.entity, payment.CustomerName) >= ALIKE;
}

function isAnyName(): boolean {
  return true;
}

/** Days between a charge and its payment. */
function distance({ date }: PairedLine, { TxnDate }: PairedPayment): number {
  return Math.abs(Date.parse(date) - Date.parse(TxnDate));
}

type Line = Deposit["lines"][number];

/** One match with the lines it explains; no lines when it explains the deposit as a whole. */
export interface Pair {
  match: MatchView;
  lines: Line[];
}

/** Least certain first, so the pairs to review are on top. */
export function pairsOf(lines: Line[], matches: MatchView[]): Pair[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return [...matches]
    .sort((a, b) => a.probability - b.probability)
    .map((match) => ({
      match,
      lines: match.line_ids.flatMap((id) => byId.get(id) ?? []),
    }));
}
