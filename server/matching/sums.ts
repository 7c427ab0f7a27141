import { findBatches } from "./batches";
import { findCustomerSets } from "./customer-sets";
import { CLAIMED, dayPools, Kinds } from "./day-pools";
import { findDepositSets } from "./deposit-sets";
import { seenFees } from "./fee-search";
import { append } from "./grouping";
import { findLooseSets } from "./loose-sets";
import { findNumberedSets } from "./numbered-sets";
import { Payers } from "./payers";
import { SUGGEST_PROBABILITY } from "./prior";
import type { Entry, Unit } from "./rows";
import type { OpenRows, SetProposal } from "./set-proposal";

/**
 * How sure a set has to be in each round: what is left over once the surest are settled is easier to
 * tell apart. The first round only shows what deposits of each kind usually are.
 */
const ROUNDS = [Number.POSITIVE_INFINITY, 0.98, 0.9, 0.75, SUGGEST_PROBABILITY] as const;
const LIKELY = 0.9;
/** Between two sets that want the same row nobody chooses unless one is this much likelier, in bits. */
const MARGIN = 3;

/**
 * Sets among the open rows: payments that share one line, lines that share one payment, payments
 * that make up a deposit without lines. Each row is in at most one set; sets of like probability
 * that want the same row are a tie, and nobody gets it.
 */
export function findSets(open: OpenRows): SetProposal[] {
  const accepted: SetProposal[] = [];
  const taken = new Set<Unit | Entry>();
  const isOpen = (row: Unit | Entry) => !taken.has(row);
  const ofCustomers = [...findCustomerSets(open), ...findBatches(open)];
  let likely: SetProposal[] = [];
  const kinds = new Kinds(open.rows.lexicon);
  const payers = new Payers(open, feesOf(open, kinds));
  for (const enough of ROUNDS) {
    payers.learnFrom([...accepted, ...likely]);
    const rest = {
      ...open,
      units: open.units.filter(isOpen),
      entries: open.entries.filter(isOpen),
    };
    const candidates = [
      ...ofCustomers.filter(({ units, entries }) => units.every(isOpen) && entries.every(isOpen)),
      ...findPayouts(rest, kinds, payers),
    ];
    const judged = judge(candidates.filter((set) => set.bits > 0 && !hasDismissedPair(open, set)));
    likely = judged.filter((set) => set.probability >= LIKELY);
    for (const set of judged) {
      const members = [...set.units, ...set.entries];
      if (set.probability < enough || !members.every(isOpen)) continue;
      for (const row of members) taken.add(row);
      accepted.push(set);
    }
  }
  return accepted;
}

/** Sets that make up a deposit without lines, unless one payment does. */
function findPayouts(open: OpenRows, kinds: Kinds, payers: Payers): SetProposal[] {
  const rest = { ...open, units: open.units.filter((unit) => !unit.line && !isPaired(open, unit)) };
  if (rest.units.length === 0) return [];
  const pools = dayPools(open);
  return [
    ...findDepositSets(rest, pools, kinds, payers),
    ...findNumberedSets(rest, payers),
    ...findLooseSets(rest, pools, payers),
  ];
}

function feesOf(open: OpenRows, kinds: Kinds) {
  const units = open.units.filter((unit) => !unit.line && !isPaired(open, unit));
  return seenFees({ ...open, units }, units.length > 0 ? dayPools(open) : new Map(), kinds);
}

function isPaired({ claims }: OpenRows, unit: Unit): boolean {
  const claim = claims?.get(unit);
  return claim !== undefined && claim.probability >= CLAIMED && claim.entry.amount === unit.gross;
}

/** Weighs each set against all that want one of its rows; the surest first. */
function judge(candidates: SetProposal[]): SetProposal[] {
  const best = new Map<string, SetProposal>();
  for (const set of candidates) {
    const key = keyOf(set);
    const known = best.get(key);
    best.set(key, known ? stronger(known, set) : set);
  }
  const wanting = new Map<Unit | Entry, SetProposal[]>();
  for (const set of best.values()) {
    for (const row of [...set.units, ...set.entries]) append(wanting, row, set);
  }
  const judged: SetProposal[] = [];
  for (const set of best.values()) {
    const rivals = new Set<SetProposal>();
    for (const row of [...set.units, ...set.entries]) {
      for (const rival of wanting.get(row) ?? []) rivals.add(rival);
    }
    rivals.delete(set);
    let against = 1;
    for (const rival of rivals) against += 2 ** rival.bits;
    if ([...rivals].some((rival) => rival.bits > set.bits - MARGIN)) continue;
    judged.push({ ...set, probability: 1 / (1 + against / 2 ** set.bits) });
  }
  return judged.sort((a, b) => b.probability - a.probability || compare(keyOf(a), keyOf(b)));
}

/** Of two reasons for the same set that by which it is complete; with the better bits. */
function stronger(a: SetProposal, b: SetProposal): SetProposal {
  const [better, worse] = b.bits > a.bits ? [b, a] : [a, b];
  if (better.completeAs !== null || worse.completeAs === null) return better;
  return { ...worse, bits: better.bits };
}

function hasDismissedPair({ experience }: OpenRows, { units, entries }: SetProposal): boolean {
  return units.some((unit) => entries.some((entry) => experience.isDismissed(unit, entry)));
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function keyOf({ units, entries }: SetProposal): string {
  const ids = (rows: { index: number }[]) => rows.map((row) => row.index).sort((a, b) => a - b);
  return `${ids(units).join()}|${ids(entries).join()}`;
}
