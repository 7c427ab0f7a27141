import type { Entry, Unit } from "./rows";
import { type OpenRows, propose, type SetFacts, type SetProposal, sumBits } from "./set-proposal";
import { lessFee, type Tariff } from "./tariffs";

/** How far the payments of a deposit may lie from it, in days. */
export const DEPOSIT_DAYS = { before: 14, after: 1 } as const;
/** Deposits of more days or payments are not looked for. */
export const MOST_DAYS = 10;
export const MOST_PAYMENTS = 400;
/** No processor keeps more than this share. */
export const MOST_KEPT = 0.15;
/** Totals that differ from the deposit by more than this factor were never in question. */
const SAME_SIZE = 2;
/** Processors do not all round alike: share of deposits that are so many minor units off. */
const ROUNDING = [0.85, 0.05, 0.025] as const;

/** A group of payments that belong together, whatever their sum. */
export type Group = Pick<
  SetFacts,
  "entries" | "completeAs" | "priorBits" | "referenceBits" | "way"
>;

/** The deposit as all payments of the group, gross or less the fee. */
export function toSet(
  open: OpenRows,
  unit: Unit,
  group: Group,
  { fee, share }: Tariff,
): SetProposal {
  const amounts = group.entries.map(({ amount }) => amount);
  const total = amounts.reduce((sum, amount) => sum + lessFee(amount, fee), 0);
  const rounding = fee ? (ROUNDING[Math.abs(total - unit.gross)] ?? 0) : 1;
  return propose(open, {
    ...group,
    units: [unit],
    level: fee ? "sum_less_fee" : "sum_gross",
    priorBits: group.priorBits + Math.log2(share * rounding),
    sumBits: sumBits(fee ? [1] : amounts, unit.gross),
    completeBits: 0,
    name: "unknown",
    nameBits: 0,
    lag: Math.max(...group.entries.map(({ day }) => day)) - unit.day,
    dateBits: 0,
    fee,
  });
}

export function isOfSameSize(total: number, { gross }: Unit): boolean {
  const ratio = total / gross;
  return ratio > 1 / SAME_SIZE && ratio < SAME_SIZE;
}

/** The total itself, or a little more, of which a fee may have been kept. */
export function isPlausible(total: number, { gross }: Unit): boolean {
  return total === gross || (gross > 0 && total > gross && total * (1 - MOST_KEPT) <= gross);
}

export function isClose(entries: readonly Entry[], { gross }: Unit, { fee }: Tariff): boolean {
  const total = entries.reduce((sum, { amount }) => sum + lessFee(amount, fee), 0);
  return Math.abs(total - gross) < (fee ? ROUNDING.length : 1);
}
