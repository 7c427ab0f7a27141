import { assign } from "./assign";
import { Calibration, type Pairing, type Twins } from "./calibrate";
import { CandidateFinder } from "./candidates";
import { FeeModel } from "./fees";
import { RepeatFrequency, TermFrequency } from "./frequency";
import { Experience } from "./history";
import type { Entry, Rows, Unit } from "./normalize";
import { type Decision, decidePair, decideSet, isSettled } from "./policy";
import { AUTO_PROBABILITY, FUZZY_WINDOW, WINDOW } from "./prior";
import { isEqualAmount, type PairScore, Scorer } from "./score";
import type { SetProposal } from "./set-proposal";
import { findSets } from "./sums";
import type { MatchOptions } from "./types";
import type { Leftovers } from "./unmatched";

export interface PairProposal {
  unit: Unit;
  entry: Entry;
  pair: PairScore;
  probability: number;
  decision: Decision;
  alternatives: Pairing["alternatives"];
}

export interface Outcome extends Leftovers {
  pairs: PairProposal[];
  sets: (SetProposal & { decision: Decision })[];
}

/** Each round settles what is certain, so that the next sees who is really left to choose from. */
const MOST_ROUNDS = 5;
/** Another round is run if at least one in so many proposals was certain. */
const WORTH_A_ROUND = 50;
/** A pair as likely as this is not broken up for the sake of a set. */
const FIRM = 0.9;

/**
 * Decides who belongs together: first the certain pairs, round by round; then sets among what is
 * open; then the pairs among the rest that are worth a look.
 */
export function pairRows(
  rows: Rows,
  options: MatchOptions,
  onStage: (stage: string) => void,
): Outcome {
  const run = new Run(rows, options, onStage);
  let last: PairProposal[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    last = run.proposePairs();
    const certain = last.filter(isCertain);
    run.accept(certain);
    if (certain.length === 0 || certain.length * WORTH_A_ROUND < last.length) break;
  }
  if (options.algorithm !== "exact") {
    onStage("sums");
    const firm = last.filter((p) => p.probability >= FIRM && isEqualAmount(p.pair.amount));
    run.acceptSets(firm);
    if (run.outcome.sets.length > 0) last = run.proposePairs();
  }
  run.accept(last);
  return run.outcome;
}

function isCertain({ probability, pair }: PairProposal): boolean {
  return probability >= AUTO_PROBABILITY && isSettled(pair);
}

class Run {
  readonly outcome: Outcome;
  private readonly terms: TermFrequency;
  private readonly experience: Experience;
  private readonly fees: FeeModel;
  private readonly scorer: Scorer;
  private readonly twins: Twins;

  constructor(
    private readonly rows: Rows,
    private readonly options: MatchOptions,
    private readonly onStage: (stage: string) => void,
  ) {
    const { units, entries, lexicon } = rows;
    this.terms = new TermFrequency(rows);
    this.experience = new Experience(options.history ?? []);
    this.fees = new FeeModel(units);
    const repeats = new RepeatFrequency(rows);
    this.scorer = new Scorer(lexicon, this.terms, this.experience, this.fees, repeats);
    this.twins = {
      units: Int32Array.from(units, (unit) => unit.twins),
      entries: Int32Array.from(entries, (entry) => entry.twins),
    };
    this.outcome = {
      rows,
      pairs: [],
      sets: [],
      matchedUnits: new Uint8Array(units.length),
      matchedEntries: new Uint8Array(entries.length),
      seenUnits: new Uint8Array(units.length),
      seenEntries: new Uint8Array(entries.length),
    };
  }

  /** The best pairing of all open rows together, with probabilities and decisions. */
  proposePairs(): PairProposal[] {
    const { rows, outcome, options } = this;
    this.onStage("candidates");
    const window = options.algorithm === "fuzzy" ? FUZZY_WINDOW : WINDOW;
    const entries = rows.entries.filter((entry) => outcome.matchedEntries[entry.index] === 0);
    const units = rows.units.filter((unit) => outcome.matchedUnits[unit.index] === 0);
    const finder = new CandidateFinder(
      rows,
      this.terms,
      this.scorer,
      this.experience,
      window,
      units,
      entries,
      outcome,
    );
    const { edges, amounts } = finder.find();
    this.onStage("assign");
    const assignment = assign(edges, this.twins);
    this.onStage("calibrate");
    const proposals: PairProposal[] = [];
    for (const pairing of new Calibration(edges, assignment, this.twins).pairings()) {
      const unit = rows.units[pairing.unit];
      const entry = rows.entries[pairing.entry];
      if (!unit || !entry) continue;
      const pair = this.scorer.score(unit, entry, amounts);
      const undone = this.experience.wasUndone(unit, entry);
      const { probability, alternatives } = pairing;
      const decision = decidePair(pair, probability, undone, options.algorithm);
      proposals.push({ unit, entry, pair, probability, decision, alternatives });
    }
    return proposals;
  }

  accept(proposals: PairProposal[]): void {
    for (const proposal of proposals) {
      const { unit, entry, decision } = proposal;
      if (!decision || this.isTaken([unit], [entry])) continue;
      this.take([unit], [entry]);
      this.outcome.pairs.push(proposal);
    }
  }

  /** @param firm pairs that no set may break up */
  acceptSets(firm: PairProposal[]): void {
    const { rows, outcome } = this;
    const kept = new Set<Unit | Entry>(firm.flatMap(({ unit, entry }) => [unit, entry]));
    const sets = findSets({
      rows,
      units: rows.units.filter((u) => outcome.matchedUnits[u.index] === 0 && !kept.has(u)),
      entries: rows.entries.filter((e) => outcome.matchedEntries[e.index] === 0 && !kept.has(e)),
      scorer: this.scorer,
      fees: this.fees,
      experience: this.experience,
    });
    for (const set of sets) {
      const undone = set.units.some((unit) =>
        set.entries.some((entry) => this.experience.wasUndone(unit, entry)),
      );
      const decision = decideSet(set, undone, this.options.algorithm);
      if (!decision) continue;
      this.take(set.units, set.entries);
      outcome.sets.push({ ...set, decision });
    }
  }

  private isTaken(units: Unit[], entries: Entry[]): boolean {
    const { matchedUnits, matchedEntries } = this.outcome;
    return (
      units.some((unit) => matchedUnits[unit.index] === 1) ||
      entries.some((entry) => matchedEntries[entry.index] === 1)
    );
  }

  private take(units: Unit[], entries: Entry[]): void {
    for (const unit of units) this.outcome.matchedUnits[unit.index] = 1;
    for (const entry of entries) this.outcome.matchedEntries[entry.index] = 1;
  }
}
