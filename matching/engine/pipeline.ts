/**
 * The stages in order: block → compare → infer → assign → group → decide. Each stage imports only
 * stages below it; README.md lists what each takes and gives.
 */

import { pairOldestFirst } from "./assignment/oldest-first";
import { assignOneToOne } from "./assignment/one-to-one";
import { CandidateFinder, windowOf } from "./blocking/candidates";
import type { SearchState } from "./blocking/search-state";
import { column } from "./collections/column";
import { isEqualAmount } from "./compare/amounts";
import { CandidatePairs, type Comparison } from "./compare/candidate-pairs";
import { buildModel, type LinkageModel } from "./compare/model";
import { isAgainst } from "./compare/open-invoices";
import { isIdentity } from "./compare/score";
import type { MatchOptions } from "./contract";
import { chooseAfterSums } from "./decision/after-sums";
import { doubtContested } from "./decision/contested";
import { BooksClasses, probabilitiesInBooks } from "./decision/in-the-books";
import type { DecidedSet, Outcome, PairFacts, PairProposal } from "./decision/outcome";
import { doubtPartsOfSums } from "./decision/parts-of-sums";
import {
  decidePair,
  decideSet,
  isAutoEligible,
  isAutoEligibleSet,
  isOneSided,
  isRelated,
} from "./decision/policy";
import { doubtUsuallySummed } from "./decision/usually-summed";
import { decideWholePayouts } from "./decision/whole-payouts";
import { Companions } from "./grouping/by-companion";
import { findSets } from "./grouping/find-sets";
import { RelationIndex } from "./grouping/relations";
import { RememberedRelations } from "./grouping/remembered-relations";
import type { RelationSource } from "./grouping/set-proposal";
import { Calibration, calibrated, type InterchangeClasses } from "./inference/calibration";
import { type Candidates, EmTraining } from "./inference/em-training";
import {
  type DayWindow,
  FITTED_PARAMETERS,
  MIN_CLOSE_LAG_WEIGHT,
  OTHERWISE_BOOKED_WEIGHT,
} from "./parameters";
import { readOpenInvoices } from "./records/open-invoices";
import type { LedgerRow, PayoutItem, RecordSet } from "./records/records";

/** Expectation steps after the first and after the second blocking pass. */
const EM_PASSES = { first: 2, second: 3 } as const;
/** Candidates of an item, at most as a rule. Room that is never written takes addresses and no memory. */
const EXPECTED_PAIRS = 12;
/** Up to this match weight, in bits, a date is rather that of another payment with the same number. */
const ANOTHER_TIME_WEIGHT = -3;
/** From this probability on a pair is proposed that the books are right with, though another would do as well. */
const MIN_SAME_BOOKS_PROBABILITY = 0.8;
/** Below this match weight, in bits, customers seldom disagree so in these books. */
const RARE_NAME_WEIGHT = -2;

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
  const invoices = readOpenInvoices(records.strings, options.invoices ?? []);
  const model = buildModel(records, options.history ?? [], { invoices });
  const state = newSearch(records);
  const { training } = trainOnCandidates(model, state, options, onStage);
  return decideRecords(model, state, training, { records, options, onStage });
}

/** @returns the state of a search that has seen nothing yet */
export function newSearch(records: RecordSet): SearchState {
  return {
    records,
    matchedItems: new Uint8Array(records.items.length),
    matchedRows: new Uint8Array(records.rows.length),
    seenItems: new Uint8Array(records.items.length),
    seenRows: new Uint8Array(records.rows.length),
  };
}

/** What {@link decideRecords} decides about, and what is known already. */
export interface Deciding {
  /** The records to decide about; all that the model indexes unless some are gone. */
  records: RecordSet;
  options: MatchOptions;
  onStage: (stage: string) => void;
  /** Computed where absent. */
  factsOf?: (pair: number, compute: () => PairFacts) => PairFacts;
  /** The best assignment of all, as `propose` proposes it; that of {@link choose} where absent. */
  firstProposals?: (propose: Propose) => PairProposal[];
  relationsAmong?: (items: PayoutItem[], rows: LedgerRow[]) => RelationSource;
  /** By LedgerRow.index. */
  booksClasses?: Int32Array;
}

/** @param chosen pairs, at most one per record, in the order of their items */
export type Propose = (chosen: readonly number[]) => PairProposal[];

/** Assigns one to one and accepts pairs and sets, from the marginal probabilities of the pairs. */
export function decideRecords(
  model: LinkageModel,
  state: SearchState,
  training: EmTraining,
  deciding: Deciding,
): Outcome {
  const { options, onStage, records } = deciding;
  onStage("assign");
  const classes: InterchangeClasses = {
    items: column(model.records.items, (item) => item.interchangeClass),
    rows: column(model.records.rows, (row) => row.interchangeClass),
  };
  let calibration = new Calibration(training.pairs, training.probabilities, classes);
  const propose = (chosen: readonly number[]) =>
    proposePairs(chosen, model, training, calibration, deciding);
  let proposals = deciding.firstProposals?.(propose) ?? propose(choose(model, training));
  const acceptance = new Acceptance(state);
  // What looks like a line less its fee may be its goods, with the tax as a payment of its own.
  const companions = new Companions(records.rows);
  const isWhole = ({ item, row }: PairProposal) =>
    row.amount === item.gross || companions.of(item, row).length === 0;
  acceptance.acceptPairs(
    proposals.filter((each) => each.decision === "auto" && each.isClose && isWhole(each)),
  );
  if (options.algorithm !== "exact") {
    onStage("sums");
    acceptance.acceptSets(model, proposals, deciding, ({ line }) => line !== undefined);
    // Deposits without lines share in what is left once the lines are decided.
    const ofLines = proposals.filter(({ item }) => item.line !== undefined);
    acceptance.acceptPairs(ofLines.filter(({ decision }) => decision === "auto"));
    acceptance.acceptSets(model, proposals, deciding, ({ line }) => line === undefined);
  }
  acceptance.acceptPairs(proposals.filter(({ decision }) => decision === "auto"));
  if (acceptance.sets.length > 0) {
    const chosen = chooseAfterSums(model, training, acceptance.sets, state);
    calibration = new Calibration(training.pairs, training.probabilities, classes);
    proposals = [...acceptance.accepted, ...propose(chosen)];
    acceptance.acceptPairs(proposals.filter(({ decision }) => decision === "auto"));
  }
  acceptance.acceptPairs(proposals.filter(({ decision }) => decision === "suggested"));
  if (options.algorithm !== "exact") {
    judgeInBooks(proposals, training, model, deciding);
    acceptance.acceptPairs(
      proposals.filter(({ probability }) => probability >= MIN_SAME_BOOKS_PROBABILITY),
    );
  }
  const { accepted, sets } = acceptance;
  doubtPartsOfSums(accepted, sets, training.pairs, { ...model, records });
  doubtUsuallySummed(accepted, sets, training.pairs, records);
  const decide = () => {
    for (const each of accepted) each.decision = decideAccepted(each, training, options);
  };
  decide();
  if (options.algorithm === "smart") {
    const sure = decideWholePayouts(records.items, [...accepted, ...sets]);
    const { minAutoProbability } = options.parameters ?? FITTED_PARAMETERS;
    doubtContested(records.items, accepted, sets, training.pairs, sure, minAutoProbability);
    decide();
    for (const each of sure) {
      each.isByPayout = each.decision !== "auto";
      each.decision = "auto";
    }
  }
  return { ...state, model, accepted, sets, training, calibration };
}

function decideAccepted(
  { pair, probability, needsPerson }: PairProposal,
  { pairs }: EmTraining,
  options: MatchOptions,
) {
  const seen = {
    amount: pairs.amountLevelOf(pair),
    name: pairs.nameOf(pair),
    referenceMatchWeight: pairs.referenceMatchWeightOf(pair),
  };
  return decidePair(seen, probability, needsPerson, options) ?? "suggested";
}

/** From here on a pair is as probable as that the books are right with it. */
function judgeInBooks(
  proposals: readonly PairProposal[],
  { pairs, probabilities }: EmTraining,
  { records }: LinkageModel,
  { booksClasses = new BooksClasses().of(records, 0) }: Deciding,
): void {
  const { items } = records;
  const inBooks = probabilitiesInBooks(proposals, pairs, probabilities, items, booksClasses);
  for (const each of proposals) {
    const probability = inBooks.get(each.pair) ?? 0;
    if (probability <= each.probability) continue;
    each.probability = probability;
    each.isSameBooks = true;
  }
}

/** Blocking and training: two passes of both, one for `exact`. */
export function trainOnCandidates(
  model: LinkageModel,
  state: SearchState,
  { algorithm }: MatchOptions,
  onStage: (stage: string) => void,
  window: DayWindow = windowOf(algorithm),
): Candidates {
  const { items, rows } = model.records;
  const pairs = new CandidatePairs(items.length * EXPECTED_PAIRS);
  const training = new EmTraining(model, pairs);
  const finder = new CandidateFinder(model, window, state);
  onStage("candidates");
  finder.addEqualAmounts(pairs, items);
  pairs.index(items.length, rows.length);
  onStage("score");
  training.run(EM_PASSES.first);
  const firstPass = pairs.size;
  const seenFirst = state.seenItems.slice();
  if (algorithm === "exact") {
    return { training, firstPass, seenFirst, seen: seenFirst, ...training.openRecords() };
  }
  const searchOpen = () => {
    const open = training.openRecords();
    finder.addAmongOpen(
      pairs,
      items.filter(({ index }) => open.openItems[index] === 1),
      rows.filter(({ index }) => open.openRows[index] === 1),
    );
    pairs.index(items.length, rows.length);
    return open;
  };
  onStage("open candidates");
  searchOpen();
  onStage("score");
  training.run(EM_PASSES.second);
  // Once more with the model as it is now: what a continued run finds with it is what this one found.
  training.keepFirst(firstPass);
  const seenBefore = state.seenItems.slice();
  state.seenItems.set(seenFirst);
  const open = searchOpen();
  const seen = state.seenItems.slice();
  for (const [at, bits] of seenBefore.entries()) state.seenItems[at] = (seen[at] ?? 0) | bits;
  training.run(1);
  return { training, firstPass, seenFirst, seen, ...open };
}

/**
 * Where customers disagree in a way that is rare in these books, or a number contradicts without a customer who agrees, a
 * pair doesn't become sure by the other lines of its payout.
 */
function isContradicted({ details, name }: Comparison, nameMatchWeight: number): boolean {
  if (nameMatchWeight > 0) return false;
  const isOtherNumber = details === "other_number" && name !== "unknown";
  return nameMatchWeight < RARE_NAME_WEIGHT || details === "one_number_differs" || isOtherNumber;
}

function factsOfPair(
  { pastDecisions, rates, recordTypes, terms }: LinkageModel,
  training: EmTraining,
  pair: number,
  { item, row }: Pick<PairProposal, "item" | "row">,
): PairFacts {
  const seen = training.pairs.comparison(pair);
  const isBookedOtherwise =
    !isIdentity(seen) && recordTypes.matchWeight(row) <= OTHERWISE_BOOKED_WEIGHT;
  const dateMatchWeight = rates.lagMatchWeight(item, seen.lag);
  // Which of those that carry the number it is, only the date could tell.
  const isOfAnotherTime =
    terms.isOfSeveral(seen.referenceId) && dateMatchWeight <= ANOTHER_TIME_WEIGHT;
  const needsPerson =
    pastDecisions.wasUndone(item, row) ||
    seen.name === "refused_names" ||
    isBookedOtherwise ||
    isOfAnotherTime ||
    isAgainst(seen.invoice);
  return {
    needsPerson,
    isClose: isEqualAmount(seen.amount) && dateMatchWeight >= MIN_CLOSE_LAG_WEIGHT,
    isEligible:
      isAutoEligible(seen) &&
      !needsPerson &&
      !isContradicted(seen, training.nameMatchWeightOf(pair)),
  };
}

/** The best assignment of all. */
export function choose({ records }: LinkageModel, { pairs, probabilities }: EmTraining): number[] {
  return [...assignOneToOne(pairs, probabilities, records.items.length, records.rows.length)];
}

function proposePairs(
  chosen: readonly number[],
  model: LinkageModel,
  training: EmTraining,
  calibration: Calibration,
  { options, factsOf = (_, compute) => compute() }: Deciding,
): PairProposal[] {
  const { pairCalibration, minAutoProbability } = options.parameters ?? FITTED_PARAMETERS;
  const { pairs, probabilities } = training;
  const { items, rows } = model.records;
  const probabilityOf = (pair: number) =>
    calibrated(calibration.probability(pair), pairCalibration);
  const unsure = chosen.filter((pair) => probabilityOf(pair) < minAutoProbability);
  const exchangeable = pairOldestFirst(unsure, pairs, probabilities, model);
  const proposals: PairProposal[] = [];
  for (const best of chosen) {
    const exchange = exchangeable.get(best);
    const pair = exchange?.pair ?? best;
    const item = items[pairs.itemOf(pair)];
    const row = rows[pairs.rowOf(pair)];
    if (!item || !row) continue;
    const probability = exchange
      ? calibrated(exchange.probability, pairCalibration)
      : probabilityOf(pair);
    const facts = factsOf(pair, () => factsOfPair(model, training, pair, { item, row }));
    const decision = decidePair(pairs.comparison(pair), probability, facts.needsPerson, options);
    proposals.push({
      pair,
      item,
      row,
      probability,
      decision,
      exchange,
      // What comes later has its place at once, or each proposal would grow by it.
      isSameBooks: undefined,
      isByPayout: undefined,
      isPartOfSum: undefined,
      isUsuallySummed: undefined,
      isContested: undefined,
      ...facts,
    });
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
      if (this.isItemTaken(item) || this.isRowTaken(row)) continue;
      this.take([item], [row]);
      this.accepted.push(proposal);
    }
  }

  /** Sets of the items that are searched, among the free records: each has to outweigh the pairs that it breaks up. */
  acceptSets(
    model: LinkageModel,
    proposals: PairProposal[],
    { records, options, relationsAmong }: Deciding,
    isSearched: (item: PayoutItem) => boolean,
  ): void {
    const { setCalibration } = options.parameters ?? FITTED_PARAMETERS;
    const claims = new Map<PayoutItem | LedgerRow, PairProposal>();
    for (const pair of proposals) {
      const { item, row } = pair;
      if (!this.isItemTaken(item) && !this.isRowTaken(row)) claims.set(item, pair).set(row, pair);
    }
    const items = records.items.filter((item) => isSearched(item) && !this.isItemTaken(item));
    if (items.length === 0) return;
    const rows = records.rows.filter((row) => !this.isRowTaken(row) && row.reversal !== "voided");
    const relations =
      relationsAmong?.(items, rows) ??
      new RememberedRelations(new RelationIndex({ ...model, records, rows }));
    const sets = findSets({
      ...model,
      records,
      items,
      rows,
      claims,
      relations,
      linked: this.accepted,
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
        isEligible: isAutoEligibleSet(set) && isOneSided(set) && isRelated(set) && !undone,
      });
    }
  }

  private isItemTaken({ index }: PayoutItem): boolean {
    return this.state.matchedItems[index] === 1;
  }

  private isRowTaken({ index }: LedgerRow): boolean {
    return this.state.matchedRows[index] === 1;
  }

  private take(items: PayoutItem[], rows: LedgerRow[]): void {
    for (const item of items) this.state.matchedItems[item.index] = 1;
    for (const row of rows) this.state.matchedRows[row.index] = 1;
  }
}
