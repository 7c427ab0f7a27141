import { append } from "../collections/append";
import { exp2 } from "../exp2";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { ChanceSums } from "./chance-sums";
import { RECORDED, type Recorded, spreadOf } from "./household-rates";
import { type SetFacts, sumWeight } from "./set-proposal";
import { selectByMask, withoutInterchangeable } from "./subset-sum";

/** Payments of one day, and the nearest of several days, that are added up. */
const MAX_OF_DAY = 10;
const MAX_APART = 12;
/** More ways than this to make up one line from payments of several days prove nothing. */
const MAX_SUMS = 24;

/** Payments that add up to a line. */
export interface HouseholdSum {
  rows: LedgerRow[];
  level: SetFacts["level"];
  /** How unlikely the sum is by chance, in bits. */
  weight: number;
  recorded: Recorded;
}

/** Payments of a household, and all sums of at least two of them. */
interface Pool {
  rows: LedgerRow[];
  /** At the bit masks of the rows; NaN for fewer than two. */
  sums: Float64Array;
}

/** The household's payments that add up to a line: all or some of one day, and the nearest of several days. */
export function* sumsOfHousehold(
  item: PayoutItem,
  rows: LedgerRow[],
  chance: ChanceSums,
): Generator<HouseholdSum> {
  const levels = levelsOf(item);
  const candidates = [...groupByDay(rows), rows.slice(0, MAX_APART)];
  if (!levels.some(([, total]) => candidates.some((some) => mayAddUp(some, total)))) return;
  const pools = candidates.map(poolOf);
  const amounts = rows.map(({ amount }) => amount);
  for (const [level, total] of levels) {
    const found = new Map<string, Omit<HouseholdSum, "weight">>();
    for (const pool of pools) {
      for (const mask of withoutInterchangeable(masksOf(pool, total), kindsOf(pool.rows))) {
        const members = selectByMask(mask, pool.rows);
        const key = members
          .map(({ index }) => index)
          .sort((a, b) => a - b)
          .join();
        if (found.has(key)) continue;
        found.set(key, { rows: members, level, recorded: recordedAs(members, rows) });
      }
    }
    if (found.size === 0) continue;
    const distinct = distinctSums(pools);
    const isApart = ({ recorded }: Pick<HouseholdSum, "recorded">) => recorded > RECORDED.oneDay;
    const apart = [...found.values()].filter(isApart).length;
    const evenly = distinct.size * exp2(-sumWeight([...amounts, total], total));
    const weight = chance.weight({ currency: item.currency, amount: item.gross }, distinct, evenly);
    for (const one of found.values()) {
      if (apart <= MAX_SUMS || !isApart(one)) yield { ...one, weight };
    }
  }
}

/** Whether a total lies between the least and the largest sum of at least two payments of one sign. */
function mayAddUp(rows: readonly LedgerRow[], total: number): boolean {
  if (rows.length < 2) return false;
  const size = Math.abs(total);
  let [all, least, second] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { amount } of rows) {
    const each = Math.abs(amount);
    all += each;
    if (each < least) [least, second] = [each, least];
    else if (each < second) second = each;
  }
  return least + second <= size && size <= all;
}

function distinctSums(pools: readonly Pool[]): ReadonlySet<number> {
  const distinct = new Set<number>();
  for (const { sums } of pools) for (const sum of sums) distinct.add(sum);
  return distinct;
}

/** @returns how a household's payments are recorded */
export function recordedAs(rows: readonly LedgerRow[], household: readonly LedgerRow[]): Recorded {
  const [first] = rows;
  if (!rows.every(({ day }) => day === first?.day)) return spreadOf(rows);
  const isWhole = household.every((row) => row.day !== first?.day || rows.includes(row));
  return isWhole ? RECORDED.wholeDay : RECORDED.oneDay;
}

/** Payments of days on which the household has more than one. */
function groupByDay(rows: readonly LedgerRow[]): LedgerRow[][] {
  const days = new Map<number, LedgerRow[]>();
  for (const row of rows) append(days, row.day, row);
  return [...days.values()].filter(({ length }) => length > 1 && length <= MAX_OF_DAY);
}

function kindsOf(rows: readonly LedgerRow[]): string[] {
  return rows.map(({ interchangeClass, references }) => `${interchangeClass} ${references}`);
}

/** Amounts with which a line may be recorded: gross, and net where there is a fee. */
export function levelsOf({ gross, net, line }: PayoutItem): [SetFacts["level"], number][] {
  if (net === gross || (line?.net === undefined && line?.fee === undefined)) {
    return [["sum_gross", gross]];
  }
  return [
    ["sum_gross", gross],
    ["sum_net", net],
  ];
}

function poolOf(rows: LedgerRow[]): Pool {
  const sums = new Float64Array(2 ** rows.length);
  for (let mask = 1; mask < sums.length; mask++) {
    const last = 31 - Math.clz32(mask);
    sums[mask] = (sums[mask & ~(1 << last)] ?? 0) + (rows[last]?.amount ?? 0);
  }
  for (let bit = 0; bit < rows.length; bit++) sums[1 << bit] = Number.NaN;
  sums[0] = Number.NaN;
  return { rows, sums };
}

function masksOf({ sums }: Pool, total: number): number[] {
  const masks: number[] = [];
  for (let mask = 0; mask < sums.length; mask++) if (sums[mask] === total) masks.push(mask);
  return masks;
}
