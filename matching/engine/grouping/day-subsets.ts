import type { LedgerRow, PayoutItem } from "../records/records";
import { type DayPool, isWithinDeposit } from "./day-pools";
import { KSums, MAX_K_SUM_AMOUNTS } from "./k-sum";
import type { PayoutSources } from "./payout-sources";
import { type OpenRecords, proposeSet, type SetProposal, sumWeight } from "./set-proposal";
import {
  log2Choices,
  MAX_SUBSET_AMOUNTS,
  SubsetSums,
  selectByMask,
  withoutInterchangeable,
} from "./subset-sum";

/** Days from the payments to the bank: checks are deposited within days. */
const DAYS_BEFORE = 6;
const DAYS_AFTER = 1;
/** Share of deposits with 2, 3, … payments. */
const SHARE_OF_SIZE = [0.25, 0.2, 0.16, 0.12, 0.08, 0.05] as const;
const SHARE_OF_MORE = 0.02;

/**
 * Payments of one day with their subset sums: `setsOf` returns the subsets with a total (minor
 * units).
 */
interface DaySums {
  rows: LedgerRow[];
  setsOf(total: number): LedgerRow[][];
}

/**
 * Finds deposits without lines that are some, but not all, payments of one day: checks deposited
 * together. Each subset tried counts against the result, so only few payments with uneven amounts
 * prove anything.
 * @returns proposals in the order of the deposits; they may share records
 */
export function findDaySubsets(
  open: OpenRecords,
  pools: Map<string, DayPool>,
  sources: PayoutSources,
): SetProposal[] {
  const days = new Map<string, DaySums | null>();
  const sumsOf = (pool: DayPool, currency: string, day: number, sign: number) => {
    const key = `${currency} ${day} ${sign}`;
    let cached = days.get(key);
    if (cached === undefined) {
      cached = daySums(pool.onDays(day, day).filter(({ amount }) => amount * sign > 0));
      days.set(key, cached);
    }
    return cached;
  };
  return open.items.flatMap((item) => {
    const pool = pools.get(item.currency);
    if (!pool || !sources.isTried(item, "subset")) return [];
    return [
      ...daySubsetsOf(open, item, sources, (day) =>
        sumsOf(pool, item.currency, day, Math.sign(item.gross)),
      ),
    ];
  });
}

function daySums(rows: LedgerRow[]): DaySums | null {
  if (rows.length < 2 || rows.length > MAX_K_SUM_AMOUNTS) return null;
  const kinds = rows.map(({ interchangeClass }) => interchangeClass);
  const amounts = rows.map(({ amount }) => amount);
  if (rows.length > MAX_SUBSET_AMOUNTS) {
    const sums = new KSums(amounts);
    const setsOf = (total: number) =>
      (sums.find(total) ?? [])
        .filter((members) => takesFirstOfClass(members, kinds))
        .map((members) => members.flatMap((i) => rows[i] ?? []));
    return { rows, setsOf };
  }
  const sums = new SubsetSums(amounts);
  const setsOf = (total: number) =>
    withoutInterchangeable(sums.find(total) ?? [], kinds).map((mask) => selectByMask(mask, rows));
  return { rows, setsOf };
}

/** Of interchangeable payments a subset has to take the first ones. */
function takesFirstOfClass(members: number[], kinds: number[]): boolean {
  return members.every((i) => {
    const before = kinds.lastIndexOf(kinds[i] ?? -1, i - 1);
    return i === 0 || before === -1 || members.includes(before);
  });
}

function* daySubsetsOf(
  open: OpenRecords,
  item: PayoutItem,
  sources: PayoutSources,
  sumsOf: (day: number) => DaySums | null,
): Generator<SetProposal> {
  const days: { lag: number; share: number; of: DaySums }[] = [];
  for (let lag = -DAYS_BEFORE; lag <= DAYS_AFTER; lag++) {
    const of = sumsOf(item.day + lag);
    if (of) days.push({ lag, share: sources.lagShare(item, lag), of });
  }
  const ruleWeight = sources.ruleWeight(item, "subset");
  const tried = days.reduce((sum, { share }) => sum + share, 0);
  for (const { lag, share, of } of days) {
    for (const rows of of.setsOf(item.gross)) {
      const size = rows.length;
      if (size < 2) continue;
      const names = rows.map((row) => open.scorer.compareCustomers(item, row));
      const name = names.reduce((a, b) => (b.weight < a.weight ? b : a));
      yield proposeSet(open, {
        items: [item],
        rows,
        level: "sum_gross",
        priorWeight:
          ruleWeight +
          Math.log2(share / tried) +
          Math.log2(SHARE_OF_SIZE[size - 2] ?? SHARE_OF_MORE),
        sumWeight:
          sumWeight(
            rows.map(({ amount }) => amount),
            item.gross,
          ) - log2Choices(of.rows.filter((row) => isWithinDeposit(item, row)).length, size),
        completeAs: null,
        completenessWeight: 0,
        name: name.weight < 0 ? name.level : "unknown",
        nameMatchWeight: Math.min(0, name.weight),
        lag,
        dateMatchWeight: 0,
        rule: "subset",
      });
    }
  }
}
