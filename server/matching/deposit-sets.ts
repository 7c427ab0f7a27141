import { lowerBound } from "./frequency";
import { append } from "./grouping";
import type { Entry, Unit } from "./normalize";
import { COMPLETE_GROUP_BITS, SET_PRIOR_BITS } from "./prior";
import { lagBits } from "./score";
import { type OpenRows, probabilityOf, type SetProposal, sumBits } from "./set-proposal";
import { findSubsets } from "./subset-sum";

const DAYS_BEFORE = 14;
const DAYS_AFTER = 1;
const MOST_DAYS = 10;
const MOST_PAYMENTS = 400;
const RANGES_TRIED_BITS = 5;
const MOST_LOOSE = 14;
const SHARED_REFERENCE_BITS = 3;

interface Candidate {
  entries: Entry[];
  label: string | null;
  /** What distinguishes this group beyond its sum. */
  bits: number;
  triedBits: number;
}

/**
 * A deposit without lines as a set of payments: all open payments of some days in a row, all that
 * carry one batch number, or, for a handful of payments, the only combination there is. Gross, or
 * less the processor's fee.
 */
export function findDepositSets(open: OpenRows): SetProposal[] {
  const wholes = open.units.filter((unit) => !unit.line);
  if (wholes.length === 0) return [];
  const pools = new Map<string, Entry[]>();
  const batches = new Map<number, Entry[]>();
  for (const entry of open.entries) {
    append(pools, poolKey(entry.currency, entry.amount), entry);
    for (const reference of entry.references) append(batches, reference, entry);
  }
  const days = new Map<string, Int32Array>();
  for (const [key, pool] of pools) {
    pool.sort((a, b) => a.day - b.day || a.index - b.index);
    days.set(
      key,
      Int32Array.from(pool, (entry) => entry.day),
    );
  }
  const batchesOf = new Map<Entry, Candidate[]>();
  for (const [reference, entries] of batches) {
    const key = open.rows.lexicon.referenceKeys[reference] ?? "";
    const [first] = entries;
    if (!first || entries.length < 2 || entries.length > MOST_PAYMENTS) continue;
    append(batchesOf, first, {
      entries,
      label: `open payments with reference ${key}`,
      bits: COMPLETE_GROUP_BITS + SHARED_REFERENCE_BITS,
      triedBits: RANGES_TRIED_BITS,
    });
  }
  return wholes.flatMap((unit) => {
    const key = poolKey(unit.currency, unit.gross);
    const poolDays = days.get(key) ?? new Int32Array();
    const from = lowerBound(poolDays, unit.day - DAYS_BEFORE);
    const to = lowerBound(poolDays, unit.day + DAYS_AFTER + 1);
    const near = pools.get(key)?.slice(from, to) ?? [];
    const groups = [...rangesOf(near), ...near.flatMap((entry) => batchesOf.get(entry) ?? [])];
    return onlyFitting(open, unit, groups) ?? onlyCombination(open, unit, near) ?? [];
  });
}

/** All payments of consecutive days, every start and every end. */
function* rangesOf(near: Entry[]): Generator<Candidate> {
  const starts = near.flatMap((entry, i) => (near[i - 1]?.day === entry.day ? [] : [i]));
  for (const start of starts) {
    const first = near[start];
    if (!first) continue;
    for (const end of [...starts, near.length]) {
      const last = near[end - 1];
      const count = end - start;
      if (count < 2 || !last || count > MOST_PAYMENTS) continue;
      if (last.day - first.day >= MOST_DAYS) break;
      const [from, to] = [first.payment.date, last.payment.date];
      yield {
        entries: near.slice(start, end),
        label: from === to ? `open payments of ${from}` : `open payments from ${from} to ${to}`,
        bits: COMPLETE_GROUP_BITS,
        triedBits: RANGES_TRIED_BITS,
      };
    }
  }
}

function onlyFitting(open: OpenRows, unit: Unit, groups: Candidate[]): SetProposal | null {
  const fitting = new Map<string, SetProposal>();
  for (const group of groups) {
    const set = setOf(open, unit, group);
    if (set) fitting.set(group.entries.map((entry) => entry.index).join(), set);
  }
  const sets = [...fitting.values()].sort((a, b) => b.probability - a.probability);
  const exact = sets.filter((set) => set.level === "sum_gross");
  const chosen = exact.length > 0 ? exact : sets;
  return chosen.length === 1 ? (chosen[0] ?? null) : null;
}

function onlyCombination(open: OpenRows, unit: Unit, near: Entry[]): SetProposal | null {
  if (near.length < 2 || near.length > MOST_LOOSE) return null;
  const items = near.map((entry) => ({ amount: Math.abs(entry.amount), kind: entry.twins }));
  const { solutions, complete } = findSubsets(items, Math.abs(unit.gross));
  const [only, second] = solutions;
  if (!only || second || !complete) return null;
  const entries = only.flatMap((index) => near[index] ?? []);
  return setOf(open, unit, { entries, label: null, bits: 0, triedBits: near.length });
}

function setOf(open: OpenRows, unit: Unit, group: Candidate): SetProposal | null {
  const amounts = group.entries.map((entry) => entry.amount);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  let tolerance = 0;
  if (total !== unit.gross) {
    const rate = group.label === null ? null : open.fees.rateFor(unit);
    if (!rate || unit.gross <= 0) return null;
    // Fees are rounded payment by payment.
    tolerance = Math.max(1, Math.ceil(amounts.length / 2));
    const net = open.fees.net(total, amounts.length, rate);
    if (Math.abs(net - unit.gross) > tolerance) return null;
  }
  const lag = Math.max(...group.entries.map((entry) => entry.day)) - unit.day;
  const tried = group.triedBits + Math.log2(2 * tolerance + 1);
  const parts = {
    sumBits: sumBits(amounts, tried),
    completeBits: group.bits,
    nameBits: 0,
    dateBits: lagBits(lag, true),
  };
  return {
    units: [unit],
    entries: group.entries,
    level: tolerance === 0 ? "sum_gross" : "sum_less_fee",
    completeAs: group.label,
    name: "unknown",
    lag,
    ...parts,
    probability: probabilityOf(
      SET_PRIOR_BITS + parts.sumBits + parts.completeBits + parts.dateBits,
    ),
  };
}

function poolKey(currency: string, amount: number): string {
  return `${currency}${amount < 0 ? "-" : "+"}`;
}
