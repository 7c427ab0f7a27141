import { type DayPool, isWithin } from "./day-pools";
import { FewSums, MOST_AMOUNTS } from "./few-sums";
import type { Payers } from "./payers";
import type { Entry, Unit } from "./rows";
import { type OpenRows, propose, type SetProposal, sumBits } from "./set-proposal";
import { choiceBits, itemsOf, MOST_ITEMS, SubsetSums, withoutDoubles } from "./subset-sum";

/** Checks are taken to the bank within days. */
const DAYS_BEFORE = 6;
const DAYS_AFTER = 1;
/** By how many payments a deposit holds, from two on. */
const SHARE_OF_SIZE = [0.25, 0.2, 0.16, 0.12, 0.08, 0.05] as const;
const SHARE_OF_MORE = 0.02;

/** The payments of a day, ready to be asked which of them make up a deposit. */
interface DaySums {
  entries: Entry[];
  setsOf(total: number): Entry[][];
}

/**
 * Deposits without lines that are some, but not all, payments of a day: checks taken to the bank
 * together. Every subset counts as tried, so that only uneven amounts of few payments decide.
 */
export function findLooseSets(
  open: OpenRows,
  pools: Map<string, DayPool>,
  payers: Payers,
): SetProposal[] {
  const days = new Map<string, DaySums | null>();
  const sumsOf = (pool: DayPool, currency: string, day: number, sign: number) => {
    const key = `${currency} ${day} ${sign}`;
    let known = days.get(key);
    if (known === undefined) {
      known = daySums(pool.onDays(day, day).filter(({ amount }) => amount * sign > 0));
      days.set(key, known);
    }
    return known;
  };
  return open.units.flatMap((unit) => {
    const pool = pools.get(unit.currency);
    if (!pool || !payers.isTried(unit, "loose")) return [];
    return [
      ...looseSets(open, unit, payers, (day) =>
        sumsOf(pool, unit.currency, day, Math.sign(unit.gross)),
      ),
    ];
  });
}

function daySums(entries: Entry[]): DaySums | null {
  if (entries.length < 2 || entries.length > MOST_AMOUNTS) return null;
  const kinds = entries.map(({ twins }) => twins);
  const amounts = entries.map(({ amount }) => amount);
  if (entries.length > MOST_ITEMS) {
    const sums = new FewSums(amounts);
    const setsOf = (total: number) =>
      (sums.find(total) ?? [])
        .filter((members) => takesFirstTwins(members, kinds))
        .map((members) => members.flatMap((i) => entries[i] ?? []));
    return { entries, setsOf };
  }
  const sums = new SubsetSums(amounts);
  const setsOf = (total: number) =>
    withoutDoubles(sums.find(total) ?? [], kinds).map((mask) => itemsOf(mask, entries));
  return { entries, setsOf };
}

/** Of interchangeable payments the first ones stand for all. */
function takesFirstTwins(members: number[], kinds: number[]): boolean {
  return members.every((i) => {
    const before = kinds.lastIndexOf(kinds[i] ?? -1, i - 1);
    return i === 0 || before === -1 || members.includes(before);
  });
}

function* looseSets(
  open: OpenRows,
  unit: Unit,
  payers: Payers,
  sumsOf: (day: number) => DaySums | null,
): Generator<SetProposal> {
  const days: { lag: number; share: number; of: DaySums }[] = [];
  for (let lag = -DAYS_BEFORE; lag <= DAYS_AFTER; lag++) {
    const of = sumsOf(unit.day + lag);
    if (of) days.push({ lag, share: payers.lagShare(unit, lag), of });
  }
  const wayBits = payers.wayBits(unit, "loose");
  const tried = days.reduce((sum, { share }) => sum + share, 0);
  for (const { lag, share, of } of days) {
    for (const entries of of.setsOf(unit.gross)) {
      const size = entries.length;
      if (size < 2) continue;
      const names = entries.map((entry) => open.scorer.name(unit, entry));
      const name = names.reduce((a, b) => (b.bits < a.bits ? b : a));
      yield propose(open, {
        units: [unit],
        entries,
        level: "sum_gross",
        priorBits:
          wayBits + Math.log2(share / tried) + Math.log2(SHARE_OF_SIZE[size - 2] ?? SHARE_OF_MORE),
        sumBits:
          sumBits(
            entries.map(({ amount }) => amount),
            unit.gross,
          ) - choiceBits(of.entries.filter((entry) => isWithin(unit, entry)).length, size),
        completeAs: null,
        completeBits: 0,
        name: name.bits < 0 ? name.level : "unknown",
        nameBits: Math.min(0, name.bits),
        lag,
        dateBits: 0,
        way: "loose",
      });
    }
  }
}
