import { type Grouped, groupRows } from "./grouped";
import type { AmountLevel, NameLevel, ReferenceLevel } from "./prior";
import { AMOUNT_LEVELS, NAME_LEVELS, REFERENCE_LEVELS } from "./prior";

/** What comparing two rows shows, whatever the rest of the books looks like. */
export interface Comparison {
  amount: AmountLevel;
  /** Payment − line, in days. */
  lag: number;
  name: NameLevel;
  /** Bits of the name, its rarity taken off. */
  nameBits: number;
  reference: ReferenceLevel;
  /** Number of the shared reference in the lexicon; -1 for none. */
  referenceId: number;
  referenceBits: number;
}

/** Scores as whole numbers, so that equal really is equal and sums of them are exact. */
const STEPS_PER_BIT = 1024;
const FIRST_CAPACITY = 1024;
const GROWTH = 1.5;
const LONGEST_LAG = 32_767;

/**
 * Candidate pairs as parallel columns: a million rows a side make several million pairs, and an
 * object for each would not fit. Comparisons are stored once; scores are written again whenever
 * the engine has learned something. {@link Pairs.index} makes them readable from both sides.
 */
export class Pairs {
  size = 0;
  private units = new Int32Array(FIRST_CAPACITY);
  private entries = new Int32Array(FIRST_CAPACITY);
  private amounts = new Uint8Array(FIRST_CAPACITY);
  private lags = new Int16Array(FIRST_CAPACITY);
  private names = new Uint8Array(FIRST_CAPACITY);
  private nameBits = new Float32Array(FIRST_CAPACITY);
  private references = new Uint8Array(FIRST_CAPACITY);
  private referenceIds = new Int32Array(FIRST_CAPACITY);
  private referenceBits = new Float32Array(FIRST_CAPACITY);
  private scores = new Int32Array(FIRST_CAPACITY);
  private byUnit: Grouped = groupRows(new Int32Array(), 0);
  private byEntry: Grouped = groupRows(new Int32Array(), 0);

  add(unit: number, entry: number, comparison: Comparison): void {
    if (this.size === this.units.length)
      this.resize(Math.ceil(this.size * GROWTH) + FIRST_CAPACITY);
    const at = this.size++;
    this.units[at] = unit;
    this.entries[at] = entry;
    this.amounts[at] = AMOUNT_LEVELS.indexOf(comparison.amount);
    this.lags[at] = Math.max(-LONGEST_LAG, Math.min(LONGEST_LAG, comparison.lag));
    this.names[at] = NAME_LEVELS.indexOf(comparison.name);
    this.nameBits[at] = comparison.nameBits;
    this.references[at] = REFERENCE_LEVELS.indexOf(comparison.reference);
    this.referenceIds[at] = comparison.referenceId;
    this.referenceBits[at] = comparison.referenceBits;
  }

  comparison(pair: number): Comparison {
    return {
      amount: AMOUNT_LEVELS[this.amountOf(pair)] ?? "different",
      lag: this.lagOf(pair),
      name: this.nameOf(pair),
      nameBits: this.nameBitsOf(pair),
      reference: REFERENCE_LEVELS[this.references[pair] ?? 0] ?? "unknown",
      referenceId: this.referenceIds[pair] ?? -1,
      referenceBits: this.referenceBitsOf(pair),
    };
  }

  /** Place of the amount's level in {@link AMOUNT_LEVELS}: the first three are equal amounts. */
  amountOf(pair: number): number {
    return this.amounts[pair] ?? 0;
  }

  lagOf(pair: number): number {
    return this.lags[pair] ?? 0;
  }

  nameOf(pair: number): NameLevel {
    return NAME_LEVELS[this.names[pair] ?? 0] ?? "unknown";
  }

  nameBitsOf(pair: number): number {
    return this.nameBits[pair] ?? 0;
  }

  referenceBitsOf(pair: number): number {
    return this.referenceBits[pair] ?? 0;
  }

  /** Call after the last `add`; may be called again after more. */
  index(units: number, entries: number): void {
    this.resize(this.size);
    this.byUnit = groupRows(this.units, units);
    this.byEntry = groupRows(this.entries, entries);
  }

  unitOf(pair: number): number {
    return this.units[pair] ?? -1;
  }

  entryOf(pair: number): number {
    return this.entries[pair] ?? -1;
  }

  /** In steps, see {@link bitsOf}. */
  scoreOf(pair: number): number {
    return this.scores[pair] ?? 0;
  }

  setScore(pair: number, bits: number): void {
    this.scores[pair] = Math.round(bits * STEPS_PER_BIT);
  }

  /** Places of a unit's pairs: [unitBegin, unitEnd), each read by {@link unitPair}. */
  unitBegin(unit: number): number {
    return this.byUnit.starts[unit] ?? 0;
  }

  unitEnd(unit: number): number {
    return this.byUnit.starts[unit + 1] ?? 0;
  }

  unitPair(place: number): number {
    return this.byUnit.rows[place] ?? -1;
  }

  /** Places of an entry's pairs: [entryBegin, entryEnd), each read by {@link entryPair}. */
  entryBegin(entry: number): number {
    return this.byEntry.starts[entry] ?? 0;
  }

  entryEnd(entry: number): number {
    return this.byEntry.starts[entry + 1] ?? 0;
  }

  entryPair(place: number): number {
    return this.byEntry.rows[place] ?? -1;
  }

  private resize(capacity: number): void {
    this.units = resized(this.units, new Int32Array(capacity));
    this.entries = resized(this.entries, new Int32Array(capacity));
    this.amounts = resized(this.amounts, new Uint8Array(capacity));
    this.lags = resized(this.lags, new Int16Array(capacity));
    this.names = resized(this.names, new Uint8Array(capacity));
    this.nameBits = resized(this.nameBits, new Float32Array(capacity));
    this.references = resized(this.references, new Uint8Array(capacity));
    this.referenceIds = resized(this.referenceIds, new Int32Array(capacity));
    this.referenceBits = resized(this.referenceBits, new Float32Array(capacity));
    this.scores = resized(this.scores, new Int32Array(capacity));
  }
}

export function bitsOf(steps: number): number {
  return steps / STEPS_PER_BIT;
}

/** The same column in a longer or a shorter array. */
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
