import { isEqualAmount } from "./amounts";
import { assign } from "./assign";
import { type Books, openBooks } from "./books";
import { Odds, type Twins } from "./calibrate";
import { CandidateFinder } from "./candidates";
import { Pairs } from "./pairs";
import { type Decision, decidePair, decideSet } from "./policy";
import { FUZZY_WINDOW, WINDOW } from "./prior";
import type { Entry, Rows, Unit } from "./rows";
import type { SetProposal } from "./set-proposal";
import { findSets } from "./sums";
import type { MatchOptions } from "./types";
import type { Leftovers } from "./unmatched";
import { Weighing } from "./weighing";

/** A pair of the best overall pairing. */
export interface PairProposal {
  pair: number;
  unit: Unit;
  entry: Entry;
  probability: number;
  decision: Decision;
  /** The amounts agree and the dates do not speak against it. */
  isClose: boolean;
}

export interface Outcome extends Leftovers {
  accepted: PairProposal[];
  sets: (SetProposal & { decision: Decision })[];
  weighing: Weighing;
  odds: Odds;
}

/** Passes of expectation and maximisation after the first search and after the second. */
const PASSES = [2, 1] as const;
/** Rows less likely than this to be paired take part in the second search. */
const SETTLED = 0.5;
/** Dates are close from this many bits on. */
const CLOSE_BITS = -1;

/**
 * Decides who belongs together: weighs all candidates, looks once more among the rows that are still
 * open, pairs everything at once; then come sets among what is open, then pairs worth a look.
 */
export function pairRows(
  rows: Rows,
  options: MatchOptions,
  onStage: (stage: string) => void,
): Outcome {
  const books = openBooks(rows, options.history ?? []);
  const left: Leftovers = {
    rows,
    matchedUnits: new Uint8Array(rows.units.length),
    matchedEntries: new Uint8Array(rows.entries.length),
    seenUnits: new Uint8Array(rows.units.length),
    seenEntries: new Uint8Array(rows.entries.length),
  };
  const weighing = weighCandidates(books, left, options, onStage);
  onStage("assign");
  const twins: Twins = {
    units: Int32Array.from(rows.units, (unit) => unit.twins),
    entries: Int32Array.from(rows.entries, (entry) => entry.twins),
  };
  const odds = new Odds(weighing.pairs, weighing.probabilities, twins);
  const proposals = proposePairs(books, weighing, odds, options);
  const settling = new Settling(left);
  settling.acceptPairs(proposals.filter(({ decision, isClose }) => decision === "auto" && isClose));
  if (options.algorithm !== "exact") {
    onStage("sums");
    settling.acceptSets(books, proposals, options);
  }
  settling.acceptPairs(proposals.filter(({ decision }) => decision === "auto"));
  settling.acceptPairs(proposals.filter(({ decision }) => decision === "suggested"));
  const { accepted, sets } = settling;
  return { ...left, accepted, sets, weighing, odds };
}

function weighCandidates(
  books: Books,
  left: Leftovers,
  { algorithm }: MatchOptions,
  onStage: (stage: string) => void,
): Weighing {
  const { units, entries } = books.rows;
  const pairs = new Pairs();
  const weighing = new Weighing(books, pairs);
  const window = algorithm === "fuzzy" ? FUZZY_WINDOW : WINDOW;
  const finder = new CandidateFinder(books, window, left);
  onStage("candidates");
  finder.addEqual(pairs, units);
  pairs.index(units.length, entries.length);
  onStage("score");
  weighing.run(PASSES[0]);
  if (algorithm === "exact") return weighing;
  onStage("open candidates");
  const explained = weighing.explained();
  const isOpen = (share: number | undefined) => (share ?? 0) < SETTLED;
  finder.addOpen(
    pairs,
    units.filter(({ index }) => isOpen(explained.units[index])),
    entries.filter(({ index }) => isOpen(explained.entries[index])),
  );
  pairs.index(units.length, entries.length);
  onStage("score");
  weighing.run(PASSES[1]);
  return weighing;
}

function proposePairs(
  { rows, experience, habits }: Books,
  weighing: Weighing,
  odds: Odds,
  { algorithm }: MatchOptions,
): PairProposal[] {
  const { pairs, probabilities } = weighing;
  const proposals: PairProposal[] = [];
  for (const pair of assign(pairs, probabilities, rows.units.length, rows.entries.length)) {
    const unit = rows.units[pairs.unitOf(pair)];
    const entry = rows.entries[pairs.entryOf(pair)];
    if (!unit || !entry) continue;
    const probability = odds.probability(pair);
    const wasUndone = experience.wasUndone(unit, entry);
    const seen = pairs.comparison(pair);
    const decision = decidePair(seen, probability, wasUndone, algorithm);
    const isClose = isEqualAmount(seen.amount) && habits.lagBits(unit, seen.lag) >= CLOSE_BITS;
    proposals.push({ pair, unit, entry, probability, decision, isClose });
  }
  return proposals;
}

/** Gives rows away, each once. */
class Settling {
  readonly accepted: PairProposal[] = [];
  readonly sets: (SetProposal & { decision: Decision })[] = [];

  constructor(private readonly left: Leftovers) {}

  acceptPairs(proposals: PairProposal[]): void {
    for (const proposal of proposals) {
      const { unit, entry } = proposal;
      if (this.isTaken([unit], [entry])) continue;
      this.take([unit], [entry]);
      this.accepted.push(proposal);
    }
  }

  /** Sets among the rows that are not settled: each has to outweigh the pairs it breaks up. */
  acceptSets(books: Books, proposals: PairProposal[], { algorithm }: MatchOptions): void {
    const { units, entries } = books.rows;
    const claims = new Map<Unit | Entry, PairProposal>();
    for (const pair of proposals) {
      if (!this.isTaken([pair.unit], [pair.entry]))
        claims.set(pair.unit, pair).set(pair.entry, pair);
    }
    const sets = findSets({
      ...books,
      units: units.filter((unit) => !this.isTaken([unit], [])),
      entries: entries.filter(
        (entry) => !this.isTaken([], [entry]) && entry.takenBack !== "voided",
      ),
      claims,
    });
    for (const set of sets) {
      const undone = set.units.some((unit) =>
        set.entries.some((entry) => books.experience.wasUndone(unit, entry)),
      );
      const decision = decideSet(set, undone, algorithm);
      if (!decision) continue;
      this.take(set.units, set.entries);
      this.sets.push({ ...set, decision });
    }
  }

  private isTaken(units: Unit[], entries: Entry[]): boolean {
    const { matchedUnits, matchedEntries } = this.left;
    return (
      units.some((unit) => matchedUnits[unit.index] === 1) ||
      entries.some((entry) => matchedEntries[entry.index] === 1)
    );
  }

  private take(units: Unit[], entries: Entry[]): void {
    for (const unit of units) this.left.matchedUnits[unit.index] = 1;
    for (const entry of entries) this.left.matchedEntries[entry.index] = 1;
  }
}
