import type { FeeSchedule } from "../compare/fee-schedules";
import type { PayoutItem } from "../records/records";
import type { DayPool, RowOrigins } from "./day-pools";
import { type DayRange, dayRanges, labelOf, rowsOf } from "./day-ranges";
import { addsUp, DEPOSIT_DAYS, isPlausible, toSetProposal } from "./payout-sets";
import type { PayoutSources } from "./payout-sources";
import type { OpenRecords, SetProposal } from "./set-proposal";

/**
 * Finds deposits without lines that are all open payments of consecutive days, or all of one origin
 * on these days, gross or less the processor's fee.
 * @param pools open payments by currency
 * @returns proposals in the order of the deposits; they may share records
 */
export function findDayRangeSets(
  open: OpenRecords,
  pools: Map<string, DayPool>,
  origins: RowOrigins,
  sources: PayoutSources,
): SetProposal[] {
  return open.items.flatMap((item) => {
    const pool = pools.get(item.currency);
    return pool && sources.isTried(item, "days")
      ? [...setsOfItem(open, item, pool, origins, sources)]
      : [];
  });
}

function* setsOfItem(
  open: OpenRecords,
  item: PayoutItem,
  pool: DayPool,
  origins: RowOrigins,
  sources: PayoutSources,
): Generator<SetProposal> {
  const schedules = sources.feeSchedulesOf(item);
  const shareOfLag = lagShares(item, sources);
  const fitting: { range: DayRange; schedule: FeeSchedule; share: number }[] = [];
  let tried = 0;
  for (const range of dayRanges(pool, item, origins)) {
    const share = range.share * (shareOfLag[range.lag + DEPOSIT_DAYS.before] ?? 0);
    tried += share;
    if (!isPlausible(range.total, item)) continue;
    const rows = rowsOf(range);
    // One payment alone equals the deposit, and the others cancel each other out.
    if (rows.some(({ amount }) => amount === item.gross)) continue;
    for (const schedule of schedules) {
      if (addsUp(rows, item, schedule)) fitting.push({ range, schedule, share });
    }
  }
  for (const { range, schedule, share } of fitting) {
    const priorWeight = sources.ruleWeight(item, "days") + Math.log2(share / tried);
    const group = { rows: rowsOf(range), completeAs: labelOf(range), priorWeight };
    yield toSetProposal(open, item, { ...group, rule: "days" }, schedule);
  }
}

/** Share of each lag of the last payment, from −DEPOSIT_DAYS.before on. */
function lagShares(item: PayoutItem, sources: PayoutSources): Float64Array {
  const shares = new Float64Array(DEPOSIT_DAYS.before + DEPOSIT_DAYS.after + 1);
  return shares.map((_, i) => sources.lagShare(item, i - DEPOSIT_DAYS.before));
}
