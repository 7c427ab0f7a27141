/**
 * The stages in order: block → compare → infer → assign → group → decide. Each stage imports only
 * stages below it; README.md lists what each takes and gives.
 */

import { assignOneToOne } from "./assignment/one-to-one";
import { CandidateFinder } from "./blocking/candidates";
import type { SearchState } from "./blocking/search-state";
import { isEqualAmount } from "./compare/amounts";
import { CandidatePairs } from "./compare/candidate-pairs";
import { buildModel, type LinkageModel } from "./compare/model";
import type { MatchOptions } from "./contract";
import type { DecidedSet, Outcome, PairProposal } from "./decision/outcome";
import { decidePair, decideSet, isAutoEligible, isAutoEligibleSet } from "./decision/policy";
import { decideWholePayouts } from "./decision/whole-payouts";
import { findSets } from "./grouping/find-sets";
import type { SetProposal } from "./grouping/set-proposal";
import { Calibration, calibrated, type InterchangeClasses } from "./inference/calibration";
import { EmTraining } from "./inference/em-training";
import {
  type DayWindow,
  FITTED_PARAMETERS,
  FUZZY_WINDOW,
  WHOLE_PAYOUT,
  WINDOW,
} from "./parameters";
import type { LedgerRow, PayoutItem, RecordSet } from "./records/records";

/** Expectation steps after the first and after the second blocking pass. */
const EM_PASSES = { first: 2, second: 1 } as const;
/** Records below this probability of being matched take part in the second blocking pass. */
const MAX_OPEN_SHARE = 0.5;
/** From this match weight on, in bits, customers may differ in a payout that is decided as a whole. */
const MIN_WHOLE_NAME_WEIGHT = -2;
/** From this match weight on, in bits, dates are close. */
const MIN_CLOSE_LAG_WEIGHT = -1;

/**
 * Decides which records match: trains the model on the candidate pairs, blocks once more among the
 * records still open, assigns one to one; then accepts confident pairs, sets among the rest, and
 * the remaining pairs worth suggesting.
 */
export function linkRecords(
  records: RecordSet,
  options: MatchOptions,
  onStage: (stage: string) => void,
): Outcome {
  const model = buildModel(records, options.history ?? []);
  const state: SearchState = {
    records,
    matchedItems: new Uint8Array(records.items.length),
    matchedRows: new Uint8Array(records.rows.length),
    seenItems: new Uint8Array(records.items.length),
    seenRows: new Uint8Array(records.rows.length),
  };
  const training = trainOnCandidates(model, state, options, onStage);
  onStage("assign");
  const classes: InterchangeClasses = {
    items: Int32Array.from(records.items, (item) => item.interchangeClass),
    rows: Int32Array.from(records.rows, (row) => row.interchangeClass),
  };
  const calibration = new Calibration(training.pairs, training.probabilities, classes);
  const proposals = proposePairs(model, training, calibration, options);
  const acceptance = new Acceptance(state);
  acceptance.acceptPairs(
    proposals.filter(({ decision, isClose }) => decision === "auto" && isClose),
  );
  if (options.algorithm !== "exact") {
    onStage("sums");
    acceptance.acceptSets(model, proposals, options);
  }
  acceptance.acceptPairs(proposals.filter(({ decision }) => decision === "auto"));
  acceptance.acceptPairs(proposals.filter(({ decision }) => decision === "suggested"));
  const { accepted, sets } = acceptance;
  decideWholePayouts(records.items, [...accepted, ...sets], options);
  return { ...state, model, accepted, sets, training, calibration };
}

/** Blocking and training: two passes of both, one for `exact`. */
export function trainOnCandidates(
  model: LinkageModel,
  state: SearchState,
  { algorithm }: MatchOptions,
  onStage: (stage: string) => void,
  window: DayWindow = algorithm === "fuzzy" ? FUZZY_WINDOW : WINDOW,
): EmTraining {
  const { items, rows } = model.records;
  const pairs = new CandidatePairs();
  const training = new EmTraining(model, pairs);
  const finder = new CandidateFinder(model, window, state);
  onStage("candidates");
  finder.addEqualAmounts(pairs, items);
  pairs.index(items.length, rows.length);
  onStage("score");
  training.run(EM_PASSES.first);
  if (algorithm === "exact") return training;
  onStage("open candidates");
  const matchedShares = training.matchedShares();
  const isOpen = (share: number | undefined) => (share ?? 0) < MAX_OPEN_SHARE;
  finder.addAmongOpen(
    pairs,
    items.filter(({ index }) => isOpen(matchedShares.items[index])),
    rows.filter(({ index }) => isOpen(matchedShares.rows[index])),
  );
  pairs.index(items.length, rows.length);
  onStage("score");
  training.run(EM_PASSES.second);
  return training;
}

function proposePairs(
  { records, pastDecisions, rates }: LinkageModel,
  training: EmTraining,
  calibration: Calibration,
  options: MatchOptions,
): PairProposal[] {
  const { pairCalibration } = options.parameters ?? FITTED_PARAMETERS;
  const { pairs, probabilities } = training;
  const proposals: PairProposal[] = [];
  for (const pair of assignOneToOne(
    pairs,
    probabilities,
    records.items.length,
    records.rows.length,
  )) {
    const item = records.items[pairs.itemOf(pair)];
    const row = records.rows[pairs.rowOf(pair)];
    if (!item || !row) continue;
    const probability = calibrated(calibration.probability(pair), pairCalibration);
    const wasUndone = pastDecisions.wasUndone(item, row);
    const seen = pairs.comparison(pair);
    const isContradicted = !rates.isUsual(seen.name) && training.scoreOf(pair).paidBefore === 0;
    const needsPerson = wasUndone || isContradicted;
    const decision = decidePair(seen, probability, needsPerson, options);
    const isClose =
      isEqualAmount(seen.amount) && rates.lagMatchWeight(item, seen.lag) >= MIN_CLOSE_LAG_WEIGHT;
    const isEligible =
      isAutoEligible(seen) &&
      !needsPerson &&
      probability >= WHOLE_PAYOUT.minProbability &&
      training.scoreOf(pair).nameMatchWeight >= MIN_WHOLE_NAME_WEIGHT;
    proposals.push({ pair, item, row, probability, decision, isEligible, isClose });
  }
  return proposals;
}

/** Accepts proposals as long as all their records are free. */
class Acceptance {
  readonly accepted: PairProposal[] = [];
  readonly sets: DecidedSet[] = [];

  constructor(private readonly state: SearchState) {}

  /** Accepts the pairs whose records are free, in the order given. */
  acceptPairs(proposals: PairProposal[]): void {
    for (const proposal of proposals) {
      const { item, row } = proposal;
      if (this.isTaken([item], [row])) continue;
      this.take([item], [row]);
      this.accepted.push(proposal);
    }
  }

  /** Sets among the free records: each has to outweigh the pairs that it breaks up. */
  acceptSets(model: LinkageModel, proposals: PairProposal[], options: MatchOptions): void {
    const { setCalibration } = options.parameters ?? FITTED_PARAMETERS;
    const { items, rows } = model.records;
    const claims = new Map<PayoutItem | LedgerRow, PairProposal>();
    for (const pair of proposals) {
      if (!this.isTaken([pair.item], [pair.row])) claims.set(pair.item, pair).set(pair.row, pair);
    }
    const sets = findSets({
      ...model,
      items: items.filter((item) => !this.isTaken([item], [])),
      rows: rows.filter((row) => !this.isTaken([], [row]) && row.reversal !== "voided"),
      claims,
    });
    for (const found of sets) {
      const set = { ...found, probability: calibrated(found.probability, setCalibration) };
      const undone = set.items.some((item) =>
        set.rows.some((row) => model.pastDecisions.wasUndone(item, row)),
      );
      const decision = decideSet(set, undone, options);
      if (!decision) continue;
      this.take(set.items, set.rows);
      this.sets.push({
        ...set,
        decision,
        isEligible: isAutoEligibleSet(set) && !undone && isOneSided(set),
      });
    }
  }

  private isTaken(items: PayoutItem[], rows: LedgerRow[]): boolean {
    const { matchedItems, matchedRows } = this.state;
    return (
      items.some((item) => matchedItems[item.index] === 1) ||
      rows.some((row) => matchedRows[row.index] === 1)
    );
  }

  private take(items: PayoutItem[], rows: LedgerRow[]): void {
    for (const item of items) this.state.matchedItems[item.index] = 1;
    for (const row of rows) this.state.matchedRows[row.index] = 1;
  }
}

/** Lines and payments that are divided differently need a person to look. */
function isOneSided({ items, rows }: SetProposal): boolean {
  return items.length === 1 || rows.length === 1;
}
