import { comparable } from "@/matching/engine/comparable";
import { exp2 } from "@/matching/engine/exp2";
import { append } from "../collections/append";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { SetProposal } from "./set-proposal";

/**
 * Bits by which a set has to exceed every rival; a sum for one line the other sums for it, and those for
 * other lines that are not explained better themselves.
 */
const MIN_MARGIN = { set: 3, sameLine: 2, otherLine: 0.5 } as const;
/** A rival of so small odds, compared with a set's, hardly matters to it. */
const WEAK = 2 ** -7;
/** Less probable sets leave their records free. */
const NEGLIGIBLE = 0.01;
/** Rounds in which the rivals of the rivals are taken into account. */
const PASSES = 4;
/** How likely a rival's records are free at least: what rivals lose to sets of their own is less sure than the sets. */
const MIN_FREEDOM = 2 ** -7;
/** By what its rivals lose to sets of their own, the payments of a deposit without lines are not proved. */
const MAX_BY_EXPLAINED_RIVALS = 0.975;

type Member = PayoutItem | LedgerRow;

/** A set among its rivals. */
interface Contender {
  set: SetProposal;
  members: ReadonlySet<Member>;
  /** Sets that share a record with it. */
  rivals: ReadonlySet<Contender>;
  /** Those that matter, with their odds where they are free. */
  strong: { rival: Contender; odds: number }[];
  /** Odds of no match and of all other rivals together. */
  weak: number;
  odds: number;
  probability: number;
}

/**
 * Computes each set's probability against all rivals that share a record; most probable first. A rival whose
 * other records are better explained by further sets counts for less: a family's charges are told apart
 * together.
 */
export function rankAgainstRivals(candidates: readonly SetProposal[]): SetProposal[] {
  const contenders = contendersOf(candidates);
  const containing = new Map<Member, Contender[]>();
  for (const each of contenders)
    for (const member of each.members) append(containing, member, each);
  for (const each of contenders) each.rivals = rivalsOf(each, containing);
  for (const each of contenders) judgeAlone(each);
  const alone = contenders.map(({ probability }) => probability);
  for (let pass = 0; pass < PASSES; pass++) {
    for (const each of contenders) {
      for (const one of each.strong)
        one.odds = one.rival.odds * freedom(one.rival, each, containing);
    }
    for (const each of contenders) {
      const against = each.strong.reduce((sum, { odds }) => sum + odds, each.weak);
      each.probability = 1 / (1 + against / each.odds);
    }
  }
  return contenders
    .flatMap(({ set, odds, strong, probability }, i) => {
      const isClose = (one: { rival: Contender; odds: number }) =>
        one.odds > odds * exp2(-marginOver(one.rival.set, set));
      if (strong.some(isClose)) return [];
      const most = set.rule ? Math.max(alone[i] ?? 0, MAX_BY_EXPLAINED_RIVALS) : 1;
      return { ...set, probability: Math.min(probability, most) };
    })
    .sort(
      (a, b) =>
        comparable(b.probability) - comparable(a.probability) || compare(keyOf(a), keyOf(b)),
    );
}

/** Several payments that make up one line. */
function isSum({ items, rows }: SetProposal): boolean {
  return items.length === 1 && items[0]?.line !== undefined && rows.length > 1;
}

function marginOver(rival: SetProposal, set: SetProposal): number {
  if (!isSum(set)) return MIN_MARGIN.set;
  return rival.items[0] === set.items[0] ? MIN_MARGIN.sameLine : MIN_MARGIN.otherLine;
}

/** Each set once, in the order of the candidates. */
function contendersOf(candidates: readonly SetProposal[]): Contender[] {
  const best = new Map<string, SetProposal>();
  for (const set of candidates) {
    const key = keyOf(set);
    const known = best.get(key);
    best.set(key, known ? stronger(known, set) : set);
  }
  return [...best.values()].map((set) => ({
    set,
    members: new Set<Member>([...set.items, ...set.rows]),
    rivals: new Set<Contender>(),
    strong: [],
    weak: 1,
    odds: exp2(set.weight),
    probability: 0,
  }));
}

/** Against all rivals as if each were free. */
function judgeAlone(one: Contender): void {
  let against = 1;
  for (const rival of one.rivals) {
    against += rival.odds;
    if (rival.odds < one.odds * WEAK) one.weak += rival.odds;
    else one.strong.push({ rival, odds: rival.odds });
  }
  one.probability = 1 / (1 + against / one.odds);
}

function rivalsOf(
  one: Contender,
  containing: ReadonlyMap<Member, Contender[]>,
): ReadonlySet<Contender> {
  const rivals = new Set<Contender>();
  for (const member of one.members) {
    for (const rival of containing.get(member) ?? []) rivals.add(rival);
  }
  rivals.delete(one);
  return rivals;
}

/** How likely the records that a rival has besides those of a set are free for it. */
function freedom(
  rival: Contender,
  one: Contender,
  containing: ReadonlyMap<Member, Contender[]>,
): number {
  let free = 1;
  for (const member of rival.members) {
    if (one.members.has(member)) continue;
    let taken = 0;
    for (const other of containing.get(member) ?? []) {
      if (other.probability < NEGLIGIBLE || other === rival || one.rivals.has(other)) continue;
      taken += other.probability;
    }
    free *= Math.max(0, 1 - taken);
  }
  return Math.max(MIN_FREEDOM, free);
}

/** Merges two reasons for the same set: completeness of either, weight of the better one. */
function stronger(a: SetProposal, b: SetProposal): SetProposal {
  const [better, worse] = b.weight > a.weight ? [b, a] : [a, b];
  if (better.completeAs !== null || worse.completeAs === null) return better;
  return { ...worse, weight: better.weight };
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function keyOf({ items, rows }: SetProposal): string {
  const ids = (records: { index: number }[]) =>
    records.map((record) => record.index).sort((a, b) => a - b);
  return `${ids(items).join()}|${ids(rows).join()}`;
}
