import { type GroupedIndices, groupIndices } from "../collections/grouped-indices";
import { exp2 } from "../exp2";
import {
  AMOUNT_LEVELS,
  type AmountLevel,
  DETAIL_LEVELS,
  type DetailLevel,
  INVOICE_LEVELS,
  type InvoiceLevel,
  NAME_LEVELS,
  type NameLevel,
  PERIOD_LEVELS,
  type PeriodLevel,
  REFERENCE_LEVELS,
  type ReferenceLevel,
  TEXT_LEVELS,
  type TextLevel,
} from "../parameters";

/** Result of comparing two records, independent of all others. */
export interface Comparison {
  /** Comparison level of the amounts. */
  amount: AmountLevel;
  /** Payment − line, in days. */
  lag: number;
  /** Comparison level of the customers. */
  name: NameLevel;
  /** Bits, frequency subtracted. */
  nameMatchWeight: number;
  reference: ReferenceLevel;
  /** Id of the shared reference in the string table; −1 for none. */
  referenceId: number;
  /** Bits, frequency subtracted. */
  referenceMatchWeight: number;
  /** Comparison level of the periods that the texts name. */
  period: PeriodLevel;
  /** Comparison level of what else both sides' texts say. */
  details: DetailLevel;
  /** What the open invoices say of the pair. */
  invoice: InvoiceLevel;
  /** Comparison level of the line's description and the payment's memo. */
  text: TextLevel;
}

/** Scores are fixed-point numbers, so that ties are exact and sums don't depend on their order. */
const STEPS_PER_BIT = 1024;
const ODDS_OF_STEP = Float64Array.from({ length: STEPS_PER_BIT }, (_, step) =>
  exp2(step / STEPS_PER_BIT),
);
const FIRST_CAPACITY = 1024;
const GROWTH = 1.5;
const MAX_STORED_LAG = 32_767;

/**
 * Candidate pairs as parallel columns: a million records per side make several million pairs, too
 * many for objects. A _pair_ is an index 0 … size − 1; `item` and `row` are indices into
 * RecordSet.items and RecordSet.rows. Comparisons are written once, scores after every pass of
 * training. {@link CandidatePairs.index} makes the pairs readable from both sides; a _place_ is a
 * position in one of these indexes.
 */
export class CandidatePairs {
  size = 0;
  private items = new Int32Array();
  private rows = new Int32Array();
  private amounts = new Uint8Array();
  private lags = new Int16Array();
  private names = new Uint8Array();
  private nameMatchWeight = new Float32Array();
  private references = new Uint8Array();
  private referenceIds = new Int32Array();
  private referenceMatchWeight = new Float32Array();
  private periods = new Uint8Array();
  private details = new Uint8Array();
  private invoices = new Uint8Array();
  private texts = new Uint8Array();
  private scores = new Int32Array();
  private byItem: GroupedIndices = groupIndices(new Int32Array(), 0);
  private byRow: GroupedIndices = groupIndices(new Int32Array(), 0);

  /** @param expected number of pairs; there may be more */
  constructor(expected = FIRST_CAPACITY) {
    this.resize(expected);
  }

  /** Appends a pair. Amortized O(1). */
  add(item: number, row: number, comparison: Comparison): void {
    this.grow();
    const at = this.size++;
    this.items[at] = item;
    this.rows[at] = row;
    this.amounts[at] = AMOUNT_LEVELS.indexOf(comparison.amount);
    this.lags[at] = Math.max(-MAX_STORED_LAG, Math.min(MAX_STORED_LAG, comparison.lag));
    this.names[at] = NAME_LEVELS.indexOf(comparison.name);
    this.nameMatchWeight[at] = comparison.nameMatchWeight;
    this.references[at] = REFERENCE_LEVELS.indexOf(comparison.reference);
    this.referenceIds[at] = comparison.referenceId;
    this.referenceMatchWeight[at] = comparison.referenceMatchWeight;
    this.periods[at] = PERIOD_LEVELS.indexOf(comparison.period);
    this.details[at] = DETAIL_LEVELS.indexOf(comparison.details);
    this.invoices[at] = INVOICE_LEVELS.indexOf(comparison.invoice);
    this.texts[at] = TEXT_LEVELS.indexOf(comparison.text);
  }

  /** Appends a pair as it is in other pairs, with its score. Amortized O(1). */
  addCopy(from: CandidatePairs, pair: number): void {
    this.grow();
    const at = this.size++;
    this.items[at] = from.itemOf(pair);
    this.rows[at] = from.rowOf(pair);
    this.amounts[at] = from.amountOf(pair);
    this.lags[at] = from.lagOf(pair);
    this.names[at] = from.names[pair] ?? 0;
    this.nameMatchWeight[at] = from.nameMatchWeightOf(pair);
    this.references[at] = from.references[pair] ?? 0;
    this.referenceIds[at] = from.referenceIds[pair] ?? -1;
    this.referenceMatchWeight[at] = from.referenceMatchWeightOf(pair);
    this.periods[at] = from.periods[pair] ?? 0;
    this.details[at] = from.details[pair] ?? 0;
    this.invoices[at] = from.invoices[pair] ?? 0;
    this.texts[at] = from.texts[pair] ?? 0;
    this.scores[at] = from.scoreOf(pair);
  }

  /** Appends the pairs from `first` to before `end` of others, with their scores. */
  addCopies(from: CandidatePairs, first: number, end: number): void {
    const size = this.size + Math.max(0, end - first);
    if (size > this.items.length) this.resize(Math.ceil(size * GROWTH));
    const copy = <
      Column extends {
        set(from: Column, at: number): void;
        subarray(first: number, end: number): Column;
      },
    >(
      into: Column,
      of: Column,
    ) => into.set(of.subarray(first, end), this.size);
    copy(this.items, from.items);
    copy(this.rows, from.rows);
    copy(this.amounts, from.amounts);
    copy(this.lags, from.lags);
    copy(this.names, from.names);
    copy(this.nameMatchWeight, from.nameMatchWeight);
    copy(this.references, from.references);
    copy(this.referenceIds, from.referenceIds);
    copy(this.referenceMatchWeight, from.referenceMatchWeight);
    copy(this.periods, from.periods);
    copy(this.details, from.details);
    copy(this.invoices, from.invoices);
    copy(this.texts, from.texts);
    copy(this.scores, from.scores);
    this.size = size;
  }

  /** @returns the comparison of a pair, as it was added */
  comparison(pair: number): Comparison {
    return {
      amount: this.amountLevelOf(pair),
      lag: this.lagOf(pair),
      name: this.nameOf(pair),
      nameMatchWeight: this.nameMatchWeightOf(pair),
      reference: REFERENCE_LEVELS[this.references[pair] ?? 0] ?? "unknown",
      referenceId: this.referenceIds[pair] ?? -1,
      referenceMatchWeight: this.referenceMatchWeightOf(pair),
      period: this.periodOf(pair),
      details: this.detailsOf(pair),
      invoice: this.invoiceOf(pair),
      text: TEXT_LEVELS[this.textOf(pair)] ?? "unknown",
    };
  }

  /** @returns index of the amounts' level in {@link AMOUNT_LEVELS}: below 3 for equal amounts */
  amountOf(pair: number): number {
    return this.amounts[pair] ?? 0;
  }

  /** @returns comparison level of the amounts */
  amountLevelOf(pair: number): AmountLevel {
    return AMOUNT_LEVELS[this.amountOf(pair)] ?? "different";
  }

  /** @returns payment − line, in days */
  lagOf(pair: number): number {
    return this.lags[pair] ?? 0;
  }

  /** @returns comparison level of the customers */
  nameOf(pair: number): NameLevel {
    return NAME_LEVELS[this.names[pair] ?? 0] ?? "unknown";
  }

  /** @returns bits */
  nameMatchWeightOf(pair: number): number {
    return this.nameMatchWeight[pair] ?? 0;
  }

  /** @returns bits */
  referenceMatchWeightOf(pair: number): number {
    return this.referenceMatchWeight[pair] ?? 0;
  }

  /** @returns comparison level of the periods that the texts name */
  periodOf(pair: number): PeriodLevel {
    return PERIOD_LEVELS[this.periods[pair] ?? 2] ?? "unknown";
  }

  /** @returns comparison level of what else both sides' texts say */
  detailsOf(pair: number): DetailLevel {
    return DETAIL_LEVELS[this.details[pair] ?? 0] ?? "unknown";
  }

  /** @returns what the open invoices say of the pair */
  invoiceOf(pair: number): InvoiceLevel {
    return INVOICE_LEVELS[this.invoices[pair] ?? 0] ?? "unknown";
  }

  /** @returns index in {@link TEXT_LEVELS} of the level of the line's description and the payment's memo */
  textOf(pair: number): number {
    return this.texts[pair] ?? 0;
  }

  /**
   * Indexes the pairs by item and by row. Call after the last `add`, and once more if pairs are
   * added later. O(pairs + items + rows).
   * @param items number of items
   * @param rows number of rows
   */
  index(items: number, rows: number): void {
    this.byItem = groupIndices(this.items.subarray(0, this.size), items, this.byItem);
    this.byRow = groupIndices(this.rows.subarray(0, this.size), rows, this.byRow);
  }

  /** Gives back the room for further pairs, where these are kept for long. */
  trim(): void {
    this.resize(this.size);
  }

  /** @returns index of the pair's payout item */
  itemOf(pair: number): number {
    return this.items[pair] ?? -1;
  }

  /** @returns index of the pair's ledger row */
  rowOf(pair: number): number {
    return this.rows[pair] ?? -1;
  }

  /** @returns total match weight in steps, see {@link stepsToBits} */
  scoreOf(pair: number): number {
    return this.scores[pair] ?? 0;
  }

  /** @param weight total match weight in bits */
  setScore(pair: number, weight: number): void {
    this.scores[pair] = bitsToSteps(weight);
  }

  /** Places of an item's pairs: [itemBegin, itemEnd), each read by {@link itemPair}. */
  itemBegin(item: number): number {
    return this.byItem.starts[item] ?? 0;
  }

  itemEnd(item: number): number {
    return this.byItem.starts[item + 1] ?? 0;
  }

  /** @returns the pair at a place of the index by item */
  itemPair(place: number): number {
    return this.byItem.members[place] ?? -1;
  }

  /** Places of a row's pairs: [rowBegin, rowEnd), each read by {@link rowPair}. */
  rowBegin(row: number): number {
    return this.byRow.starts[row] ?? 0;
  }

  rowEnd(row: number): number {
    return this.byRow.starts[row + 1] ?? 0;
  }

  /** @returns the pair at a place of the index by row */
  rowPair(place: number): number {
    return this.byRow.members[place] ?? -1;
  }

  private grow(): void {
    if (this.size === this.items.length) {
      this.resize(Math.ceil(this.size * GROWTH) + FIRST_CAPACITY);
    }
  }

  private resize(capacity: number): void {
    this.items = resized(this.items, new Int32Array(capacity));
    this.rows = resized(this.rows, new Int32Array(capacity));
    this.amounts = resized(this.amounts, new Uint8Array(capacity));
    this.lags = resized(this.lags, new Int16Array(capacity));
    this.names = resized(this.names, new Uint8Array(capacity));
    this.nameMatchWeight = resized(this.nameMatchWeight, new Float32Array(capacity));
    this.references = resized(this.references, new Uint8Array(capacity));
    this.referenceIds = resized(this.referenceIds, new Int32Array(capacity));
    this.referenceMatchWeight = resized(this.referenceMatchWeight, new Float32Array(capacity));
    this.periods = resized(this.periods, new Uint8Array(capacity));
    this.details = resized(this.details, new Uint8Array(capacity));
    this.invoices = resized(this.invoices, new Uint8Array(capacity));
    this.texts = resized(this.texts, new Uint8Array(capacity));
    this.scores = resized(this.scores, new Int32Array(capacity));
  }
}

/** Converts a score from steps to bits. */
export function stepsToBits(steps: number): number {
  return steps / STEPS_PER_BIT;
}

/** Converts a score from bits to whole steps. */
export function bitsToSteps(bits: number): number {
  return Math.round(bits * STEPS_PER_BIT);
}

/** Converts a score from steps to odds: 2^bits, of millions of pairs in every pass of training. */
export function stepsToOdds(steps: number): number {
  const bits = Math.floor(steps / STEPS_PER_BIT);
  return exp2(bits) * (ODDS_OF_STEP[steps - bits * STEPS_PER_BIT] ?? 1);
}

/** Copies a column into a longer or shorter array. */
function resized<
  Column extends {
    set(from: Column): void;
    subarray(from: number, to: number): Column;
    length: number;
  },
>(from: Column, into: Column): Column {
  into.set(from.subarray(0, into.length));
  return into;
}
