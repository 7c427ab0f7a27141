import { MAX_FEE_SHARE } from "@/lib/fee-schedules";
import { type FeeSchedule, lessFee } from "../compare/fee-schedules";
import type { LedgerRow, PayoutItem } from "../records/records";
import {
  type OpenRecords,
  proposeSet,
  type SetFacts,
  type SetProposal,
  sumWeight,
} from "./set-proposal";

/** Totals that differ from the deposit by more than this factor were never candidates. */
const SAME_SIZE = 2;
/** Share of deposits that are 0, 1, 2 minor units off, because processors round differently. */
const ROUNDING = [0.85, 0.05, 0.025] as const;

/** Payments that belong together regardless of their sum. */
export type Group = Pick<
  SetFacts,
  "rows" | "completeAs" | "priorWeight" | "referenceMatchWeight" | "rule"
> &
  Partial<Pick<SetFacts, "name" | "nameMatchWeight">>;

/** Proposes the deposit as all payments of the group, less the fee of the schedule. */
export function toSetProposal(
  open: OpenRecords,
  item: PayoutItem,
  group: Group,
  { fee, share }: FeeSchedule,
): SetProposal {
  const amounts = group.rows.map(({ amount }) => amount);
  const total = amounts.reduce((sum, amount) => sum + lessFee(amount, fee), 0);
  const rounding = fee ? (ROUNDING[Math.abs(total - item.gross)] ?? 0) : 1;
  return proposeSet(open, {
    name: "unknown",
    nameMatchWeight: 0,
    ...group,
    items: [item],
    level: fee ? "sum_less_fee" : "sum_gross",
    priorWeight: group.priorWeight + Math.log2(share * rounding),
    sumWeight: sumWeight(fee ? [1] : amounts, item.gross),
    completenessWeight: 0,
    lag: Math.max(...group.rows.map(({ day }) => day)) - item.day,
    dateMatchWeight: 0,
    fee,
  });
}

/** Minor units that a deposit may be off. */
export function toleranceOf({ fee }: FeeSchedule): number {
  return fee ? ROUNDING.length - 1 : 0;
}

/** Tests whether a total (minor units) has the magnitude and sign of the deposit. */
export function isOfSameSize(total: number, { gross }: PayoutItem): boolean {
  const ratio = total / gross;
  return ratio > 1 / SAME_SIZE && ratio < SAME_SIZE;
}

/** Tests whether a total (minor units) equals the deposit, or exceeds it by no more than a fee. */
export function isPlausible(total: number, { gross }: PayoutItem): boolean {
  return total === gross || (gross > 0 && total > gross && total * (1 - MAX_FEE_SHARE) <= gross);
}

/** Tests whether the payments less the fee equal the deposit, up to rounding. */
export function addsUp(
  rows: readonly LedgerRow[],
  { gross }: PayoutItem,
  schedule: FeeSchedule,
): boolean {
  const total = rows.reduce((sum, { amount }) => sum + lessFee(amount, schedule.fee), 0);
  return Math.abs(total - gross) <= toleranceOf(schedule);
}
