import { CandidateFinder, windowOf } from "../blocking/candidates";
import type { SearchState } from "../blocking/search-state";
import { CandidatePairs } from "../compare/candidate-pairs";
import type { LinkageModel } from "../compare/model";
import { type Candidates, EmTraining } from "../inference/em-training";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { ChangedBooks } from "./changes";
import type { KnownRun } from "./known-run";
import { PresentAmounts } from "./present-amounts";
import { TouchedAmounts, TouchedCustomers } from "./touched-keys";

/** Candidate pairs of changed books. */
export interface ContinuedCandidates extends Candidates {
  /** The same pair of the complete run, by pair; −1 for a new one. */
  origins: number[];
}

/**
 * Candidate pairs and probabilities with the model of the complete run. Pairs of items that no change
 * touches are those of the complete run; the others are searched for among all rows. The order of pairs
 * is that of a search for all.
 * @param carries false searches for all pairs anew
 */
export function continueCandidates(
  known: KnownRun,
  books: ChangedBooks,
  model: LinkageModel,
  state: SearchState,
  carries: boolean,
): ContinuedCandidates {
  const { candidates: before, options } = known.run;
  const { items, rows } = books.indexed;
  const pairs = new ContinuedPairs(
    before.training.pairs,
    new EmTraining(model, new CandidatePairs()),
  );
  const chance = new PresentAmounts(books.present.rows, rows.length);
  const finder = new CandidateFinder(
    { ...model, chance },
    windowOf(options.algorithm),
    state,
    books.present.rows,
  );
  const touched = new TouchedAmounts(books.changedRows);
  const isUntouched = (item: PayoutItem) =>
    carries &&
    known.has(item) &&
    !touched.hasReferenceOf(item) &&
    !touched.hasAmountOf(item, known.amountsOf(item));
  const untouched = flagsOf(books.present.items.filter(isUntouched), items.length);
  const found = new CandidatePairs();
  finder.addEqualAmounts(
    found,
    books.present.items.filter(({ index }) => untouched[index] !== 1),
  );
  found.index(items.length, rows.length);
  for (const { index } of books.present.items) {
    if (untouched[index] === 1) pairs.carry(index, 0, before.firstPass);
    else pairs.addAll(found, index);
  }
  const { training, origins } = pairs;
  training.pairs.index(items.length, rows.length);
  pairs.scoreNew(0);
  training.infer();
  const firstPass = training.pairs.size;
  const open = presentOnly(training.openRecords(), books);
  const candidates = { training, origins, firstPass, ...open };
  if (options.algorithm === "exact") return candidates;
  const customers = new TouchedCustomers(
    ...[turnedRows(before, open, rows), books.present.strings, model.aliases],
  );
  const reopened = new TouchedAmounts(turnedRows(before, open, rows));
  const isStillUntouched = (item: PayoutItem) =>
    untouched[item.index] === 1 &&
    before.openItems[item.index] === 1 &&
    !reopened.hasAmountOf(item, known.amountsOf(item)) &&
    !customers.has(item, known.blockingKeysOf(item));
  const openItems = books.present.items.filter(({ index }) => open.openItems[index] === 1);
  const still = flagsOf(openItems.filter(isStillUntouched), items.length);
  const further = new CandidatePairs();
  finder.addAmongOpen(
    training.pairs,
    openItems.filter(({ index }) => still[index] !== 1),
    books.present.rows.filter(({ index }) => open.openRows[index] === 1),
    further,
  );
  further.index(items.length, rows.length);
  for (const { index } of openItems) {
    if (still[index] === 1) pairs.carry(index, before.firstPass, before.training.pairs.size);
    else pairs.addAll(further, index);
  }
  training.pairs.index(items.length, rows.length);
  pairs.scoreNew(firstPass);
  training.infer();
  return candidates;
}

/** Pairs that are taken over from a complete run, with their scores, or new. */
class ContinuedPairs {
  readonly origins: number[] = [];

  constructor(
    private readonly before: CandidatePairs,
    readonly training: EmTraining,
  ) {}

  /** Takes over an item's pairs from `first` to before `end`. */
  carry(item: number, first: number, end: number): void {
    const { before } = this;
    for (let at = before.itemBegin(item); at < before.itemEnd(item); at++) {
      const pair = before.itemPair(at);
      if (pair < first || pair >= end) continue;
      this.training.pairs.addCopy(before, pair);
      this.origins.push(pair);
    }
  }

  /** Adds an item's pairs as they were found now. */
  addAll(found: CandidatePairs, item: number): void {
    for (let at = found.itemBegin(item); at < found.itemEnd(item); at++) {
      this.training.pairs.addCopy(found, found.itemPair(at));
      this.origins.push(-1);
    }
  }

  scoreNew(first: number): void {
    for (let pair = first; pair < this.origins.length; pair++) {
      if (this.origins[pair] === -1) this.training.score(pair);
    }
  }
}

type Open = Pick<Candidates, "openItems" | "openRows">;

function presentOnly(open: Open, { present }: ChangedBooks): Open {
  const items = flagsOf(present.items, open.openItems.length);
  const rows = flagsOf(present.rows, open.openRows.length);
  return {
    openItems: open.openItems.map((flag, index) => flag & (items[index] ?? 0)),
    openRows: open.openRows.map((flag, index) => flag & (rows[index] ?? 0)),
  };
}

/** Rows that were open and are not, or the other way round. */
function turnedRows(before: Open, now: Open, rows: readonly LedgerRow[]): LedgerRow[] {
  return rows.filter(({ index }) => (before.openRows[index] ?? 0) !== (now.openRows[index] ?? 0));
}

function flagsOf(records: readonly { index: number }[], length: number): Uint8Array {
  const flags = new Uint8Array(length);
  for (const { index } of records) flags[index] = 1;
  return flags;
}
