import type { DayPool, Kinds } from "./day-pools";
import { type DayRange, dayRanges, entriesOf, labelOf } from "./day-ranges";
import type { Payers } from "./payers";
import { DEPOSIT_DAYS, isClose, isPlausible, toSet } from "./payout";
import type { Unit } from "./rows";
import type { OpenRows, SetProposal } from "./set-proposal";
import type { Tariff } from "./tariffs";

/**
 * A deposit without lines as a set of payments: all open payments of some days in a row, or all of
 * a kind on these days. Gross, or less the processor's fee.
 */
export function findDepositSets(
  open: OpenRows,
  pools: Map<string, DayPool>,
  kinds: Kinds,
  payers: Payers,
): SetProposal[] {
  return open.units.flatMap((unit) => {
    const pool = pools.get(unit.currency);
    return pool && payers.isTried(unit, "days") ? [...ofDays(open, unit, pool, kinds, payers)] : [];
  });
}

function* ofDays(
  open: OpenRows,
  unit: Unit,
  pool: DayPool,
  kinds: Kinds,
  payers: Payers,
): Generator<SetProposal> {
  const tariffs = payers.tariffsOf(unit);
  const shareOfLag = lagShares(unit, payers);
  const fitting: { range: DayRange; tariff: Tariff; share: number }[] = [];
  let tried = 0;
  for (const range of dayRanges(pool, unit, kinds)) {
    const share = range.share * (shareOfLag[range.lag + DEPOSIT_DAYS.before] ?? 0);
    tried += share;
    if (!isPlausible(range.total, unit)) continue;
    const entries = entriesOf(range);
    // One payment alone is the deposit, and the others cancel each other.
    if (entries.some(({ amount }) => amount === unit.gross)) continue;
    for (const tariff of tariffs) {
      if (isClose(entries, unit, tariff)) fitting.push({ range, tariff, share });
    }
  }
  for (const { range, tariff, share } of fitting) {
    const priorBits = payers.wayBits(unit, "days") + Math.log2(share / tried);
    const group = { entries: entriesOf(range), completeAs: labelOf(range), priorBits };
    yield toSet(open, unit, { ...group, way: "days" }, tariff);
  }
}

/** By the lag of the last payment, from the earliest on. */
function lagShares(unit: Unit, payers: Payers): Float64Array {
  const shares = new Float64Array(DEPOSIT_DAYS.before + DEPOSIT_DAYS.after + 1);
  return shares.map((_, i) => payers.lagShare(unit, i - DEPOSIT_DAYS.before));
}
