import { CandidateFinder, windowOf } from "../blocking/candidates";
import type { SearchState } from "../blocking/search-state";
import { CandidatePairs, type Comparison } from "../compare/candidate-pairs";
import type { LinkageModel } from "../compare/model";
import { type Candidates, EmTraining, type OpenFlags } from "../inference/em-training";
import type { LedgerRow, PayoutItem } from "../records/records";
import { ChangedRegion } from "./changed-region";
import type { ChangedBooks } from "./changes";
import type { KnownRun } from "./known-run";
import { PresentAmounts } from "./present-amounts";
import { TouchedAmounts, TouchedCustomers } from "./touched-keys";

/** Candidate pairs of changed books. */
export interface ContinuedCandidates extends Pick<Candidates, "training"> {
  /** The same pair of the complete run, by pair; −1 for a new one. */
  origins: readonly number[];
  region: ChangedRegion;
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
  const search = new ContinuedSearch(known, books, model, state, carries);
  const { training, origins } = search.pairs;
  const first = search.firstPass();
  const region = known.run.options.algorithm === "exact" ? first.region : search.secondPass(first);
  training.probabilities = region.allProbabilities(known.run.probabilities);
  return { training, origins, region };
}

/** What the first blocking pass over changed books found. */
interface FirstPass {
  /** 1 by index for the items whose pairs were taken over. */
  untouched: Uint8Array;
  region: ChangedRegion;
}

/** The two blocking passes over changed books. */
class ContinuedSearch {
  readonly pairs: ContinuedPairs;
  private readonly before: Candidates;
  private finder: CandidateFinder | undefined;

  constructor(
    private readonly known: KnownRun,
    private readonly books: ChangedBooks,
    private readonly model: LinkageModel,
    private readonly state: SearchState,
    private readonly carries: boolean,
  ) {
    const { candidates } = known.run;
    this.before = candidates;
    const training = new EmTraining(model, new CandidatePairs());
    this.pairs = new ContinuedPairs(candidates.training.pairs, training, carries);
  }

  firstPass(): FirstPass {
    const { known, before, carries } = this;
    const { items } = this.books.present;
    const touched = new TouchedAmounts(this.books.changedRows);
    const isUntouched = (item: PayoutItem) =>
      carries &&
      known.has(item) &&
      !touched.hasReferenceOf(item) &&
      !touched.hasAmountOf(item, known.amountsOf(item));
    const { untouched, searched } = divided(items, isUntouched, this.books.indexed.items.length);
    const found = new CandidatePairs();
    if (searched.length > 0) this.search().addEqualAmounts(found, searched);
    this.keepSeen(untouched, before.seenFirst);
    this.merge(items, untouched, found, { first: 0, end: before.firstPass });
    const { size } = this.pairs.training.pairs;
    return { untouched, region: this.region(before.firstPass, size) };
  }

  secondPass({ untouched, region }: FirstPass): ChangedRegion {
    const { known, before } = this;
    const { present, indexed } = this.books;
    const open = presentOnly(region.openRecords(before), this.books);
    const turned = turnedRows(before, open, indexed.rows);
    const customers = new TouchedCustomers(turned, present.strings, this.model.aliases);
    const amounts = new TouchedAmounts(turned);
    const isUntouched = (item: PayoutItem) =>
      untouched[item.index] === 1 &&
      before.openItems[item.index] === 1 &&
      !amounts.hasAmountOf(item, known.amountsOf(item)) &&
      !customers.has(item, known.blockingKeysOf(item));
    const items = present.items.filter(({ index }) => open.openItems[index] === 1);
    const { untouched: still, searched } = divided(items, isUntouched, indexed.items.length);
    const found = new CandidatePairs();
    const first = this.pairs.training.pairs.size;
    if (searched.length > 0) {
      const rows = present.rows.filter(({ index }) => open.openRows[index] === 1);
      this.search().addAmongOpen(this.pairs.training.pairs, searched, rows, found);
    }
    this.keepSeen(still, before.seen);
    const { size } = before.training.pairs;
    this.merge(items, still, found, { first: before.firstPass, end: size });
    return this.region(size, first);
  }

  private search(): CandidateFinder {
    if (this.finder) return this.finder;
    const { present, indexed } = this.books;
    const chance = new PresentAmounts(present.rows, indexed.rows.length);
    const compare = (item: PayoutItem, row: LedgerRow) =>
      this.pairs.comparison(item, row) ?? this.model.scorer.compare(item, row);
    const model = { ...this.model, chance, scorer: { compare } };
    const window = windowOf(this.known.run.options.algorithm);
    this.finder = new CandidateFinder(model, window, this.state, present.rows);
    return this.finder;
  }

  /** What the complete run saw of items that aren't searched for again. */
  private keepSeen(untouched: Uint8Array, seen: Uint8Array): void {
    const { seenItems } = this.state;
    for (let index = 0; index < seen.length; index++) {
      if (untouched[index] === 1) seenItems[index] = (seenItems[index] ?? 0) | (seen[index] ?? 0);
    }
  }

  /** Adds the pairs of all items in their order. */
  private merge(
    items: PayoutItem[],
    carried: Uint8Array,
    found: CandidatePairs,
    { first, end }: { first: number; end: number },
  ): void {
    const { pairs } = this;
    const size = [this.books.indexed.items.length, this.books.indexed.rows.length] as const;
    const begin = pairs.training.pairs.size;
    found.index(...size);
    for (const { index } of items) {
      if (carried[index] === 1) pairs.carry(index, first, end);
      else pairs.addAll(found, index);
    }
    pairs.addCarried();
    pairs.training.pairs.index(...size);
    pairs.scoreNew(begin);
  }

  /** What differs from the first `end` pairs of the complete run, where `first` pairs are of the first pass now. */
  private region(end: number, first: number): ChangedRegion {
    const { origins, training } = this.pairs;
    const firstPass = { now: first, before: this.before.firstPass };
    const before = this.before.training.pairs;
    return new ChangedRegion(
      { pairs: training.pairs, origins, before, firstPass },
      end,
      this.model,
    );
  }
}

/** Items whose pairs are taken over, 1 by index of `length`, and those that are searched for again. */
function divided(
  items: readonly PayoutItem[],
  isUntouched: (item: PayoutItem) => boolean,
  length: number,
): { untouched: Uint8Array; searched: PayoutItem[] } {
  const untouched = new Uint8Array(length);
  const searched: PayoutItem[] = [];
  for (const item of items) {
    if (isUntouched(item)) untouched[item.index] = 1;
    else searched.push(item);
  }
  return { untouched, searched };
}

/** Pairs that are taken over from a complete run, with their scores, or new. */
class ContinuedPairs {
  readonly origins: number[] = [];
  /** Pairs that are taken over and follow each other: they are added at once. */
  private carried = { first: 0, end: 0 };

  constructor(
    private readonly before: CandidatePairs,
    readonly training: EmTraining,
    private readonly carries: boolean,
  ) {}

  /** @returns what the complete run found when it compared them; undefined where it did not */
  comparison(item: PayoutItem, row: LedgerRow): Comparison | undefined {
    const pair = this.carries ? this.find(item.index, row.index) : -1;
    return pair === -1 ? undefined : this.before.comparison(pair);
  }

  private find(item: number, row: number): number {
    const { before } = this;
    for (let at = before.itemBegin(item); at < before.itemEnd(item); at++) {
      if (before.rowOf(before.itemPair(at)) === row) return before.itemPair(at);
    }
    return -1;
  }

  /** Takes over an item's pairs from `first` to before `end`. */
  carry(item: number, first: number, end: number): void {
    const { before } = this;
    for (let at = before.itemBegin(item); at < before.itemEnd(item); at++) {
      const pair = before.itemPair(at);
      if (pair < first || pair >= end) continue;
      if (pair !== this.carried.end) {
        this.addCarried();
        this.carried.first = pair;
      }
      this.carried.end = pair + 1;
      this.origins.push(pair);
    }
  }

  /** Adds the pairs that were taken over last. */
  addCarried(): void {
    const { first, end } = this.carried;
    this.training.pairs.addCopies(this.before, first, end);
    this.carried = { first: end, end };
  }

  /** Adds an item's pairs as they were found now. */
  addAll(found: CandidatePairs, item: number): void {
    this.addCarried();
    for (let at = found.itemBegin(item); at < found.itemEnd(item); at++) {
      const pair = found.itemPair(at);
      const origin = this.carries ? this.find(item, found.rowOf(pair)) : -1;
      if (origin === -1) this.training.pairs.addCopy(found, pair);
      else this.training.pairs.addCopy(this.before, origin);
      this.origins.push(origin);
    }
  }

  scoreNew(first: number): void {
    for (let pair = first; pair < this.origins.length; pair++) {
      if (this.origins[pair] === -1) this.training.score(pair);
    }
  }
}

function presentOnly(open: OpenFlags, { present }: ChangedBooks): OpenFlags {
  return {
    openItems: only(present.items, open.openItems),
    openRows: only(present.rows, open.openRows),
  };
}

/** The flags of some records, 0 for the others. */
function only(records: readonly { index: number }[], flags: Uint8Array): Uint8Array {
  const left = new Uint8Array(flags.length);
  for (const { index } of records) left[index] = flags[index] ?? 0;
  return left;
}

/** Rows that were open and are not, or the other way round. */
function turnedRows(before: OpenFlags, now: OpenFlags, rows: readonly LedgerRow[]): LedgerRow[] {
  return rows.filter(({ index }) => (before.openRows[index] ?? 0) !== (now.openRows[index] ?? 0));
}
