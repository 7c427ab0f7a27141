import { Edges } from "./edges";
import { AmountFrequency, type Block, lowerBound, type TermFrequency } from "./frequency";
import { append } from "./grouping";
import type { Experience } from "./history";
import type { Lexicon } from "./lexicon";
import type { Entry, Rows, Unit } from "./normalize";
import { SMALL_DIFFERENCE } from "./prior";
import { isEqualAmount, isTransposed, type Scorer } from "./score";
import { SAW_EQUAL_AMOUNT, SAW_OTHER_CURRENCY } from "./unmatched";

interface Window {
  before: number;
  after: number;
}

/** Everything about one round of pairing: the open rows, their frequencies, their candidates. */
export interface Round {
  amounts: AmountFrequency;
  edges: Edges;
}

/** Marks, row by row, what the search saw: the reasons of rows that stay unmatched. */
interface Sightings {
  seenUnits: Uint8Array;
  seenEntries: Uint8Array;
}

/** A day of more equal amounts than this is looked at by name, and by the nearest days only. */
const CROWD = 48;
const NEAREST = 12;
const MOST_PER_ENTRY = 64;
const MOST_PER_WORD = 64;
const MOST_PER_REFERENCE = 64;
/** Pairs below this many bits change neither the assignment nor its probability. */
const WORTH_KEEPING_BITS = -3;
const WORD_KEY = 4;

/** Finds and scores the pairs worth a look; near-linear in the number of open rows. */
export class CandidateFinder {
  private readonly amounts: AmountFrequency;
  private readonly byReference = new Map<number, Entry[]>();
  private readonly byWord = new Map<string, Entry[]>();
  private readonly crowds = new Map<Block, Map<string, Entry[]>>();
  private readonly degree: Int32Array;

  constructor(
    private readonly rows: Rows,
    private readonly terms: TermFrequency,
    private readonly scorer: Scorer,
    private readonly experience: Experience,
    private readonly window: Window,
    private readonly openUnits: Unit[],
    openEntries: Entry[],
    private readonly sightings: Sightings,
  ) {
    this.amounts = new AmountFrequency(openUnits, openEntries);
    this.degree = new Int32Array(rows.entries.length);
    for (const entry of openEntries) {
      for (const reference of entry.references) append(this.byReference, reference, entry);
      for (const word of wordsOf(rows.lexicon, entry.name)) append(this.byWord, word, entry);
    }
  }

  find(): Round {
    const edges = new Edges();
    for (const unit of this.openUnits) {
      for (const entry of this.candidatesOf(unit)) {
        if (entry.currency !== unit.currency) {
          this.mark(unit, entry, SAW_OTHER_CURRENCY);
          continue;
        }
        if (this.experience.isDismissed(unit, entry)) continue;
        const pair = this.scorer.score(unit, entry, this.amounts);
        if (!unit.explainable && pair.referenceBits <= 0) continue;
        if (isEqualAmount(pair.amount) && pair.nameBits > -2 && pair.referenceBits >= 0) {
          this.mark(unit, entry, SAW_EQUAL_AMOUNT);
        }
        if (pair.score > WORTH_KEEPING_BITS) edges.add(unit.index, entry.index, pair.score);
      }
    }
    edges.index(this.rows.units.length, this.rows.entries.length);
    return { amounts: this.amounts, edges };
  }

  private candidatesOf(unit: Unit): Iterable<Entry> {
    const found = new Set<Entry>();
    for (const reference of unit.references) {
      if (this.terms.pairsSharing(reference) > MOST_PER_REFERENCE) continue;
      for (const entry of this.byReference.get(reference) ?? []) found.add(entry);
    }
    if (!unit.explainable) return found;
    this.addAmount(unit, unit.gross, found);
    if (unit.net !== unit.gross) this.addAmount(unit, unit.net, found);
    for (const amount of this.scorer.amountsLessFee(unit)) this.addAmount(unit, amount, found);
    this.addNamesakes(unit, found);
    return found;
  }

  private addAmount(unit: Unit, amount: number, found: Set<Entry>): void {
    const block = this.amounts.block(unit.currency, amount);
    if (!block) return;
    const from = lowerBound(block.days, unit.day - this.window.before);
    const to = lowerBound(block.days, unit.day + this.window.after + 1);
    if (to - from <= CROWD) {
      for (let i = from; i < to; i++) addEntry(found, block.entries[i]);
      return;
    }
    // Not every pair of a crowd is looked at, but all of it has been seen.
    const { seenUnits } = this.sightings;
    seenUnits[unit.index] = (seenUnits[unit.index] ?? 0) | SAW_EQUAL_AMOUNT;
    const index = this.crowdIndex(block);
    const lists = [...this.crowdKeysOf(unit)].flatMap((key) => {
      const namesakes = index.get(key);
      return namesakes ? [namesakes.filter((entry) => this.inWindow(unit, entry))] : [];
    });
    // The rarest word finds the customer; the next one only in case the first is misspelt.
    lists.sort((a, b) => a.length - b.length);
    for (const [i, namesakes] of lists.slice(0, 2).entries()) {
      if (namesakes.length > MOST_PER_WORD / (i + 1)) continue;
      for (const entry of namesakes) {
        if (this.scorer.name(unit, entry).bits >= 0) found.add(entry);
      }
    }
    this.addNearest(unit, block, from, to, found);
  }

  /** The entries of a crowd that are nearest in time, so that ties are seen; other names are none. */
  private addNearest(unit: Unit, block: Block, from: number, to: number, found: Set<Entry>): void {
    let right = lowerBound(block.days, unit.day);
    let left = right - 1;
    for (let taken = 0; taken < NEAREST; taken++) {
      const before = left >= from ? unit.day - (block.days[left] ?? 0) : Number.POSITIVE_INFINITY;
      const after = right < to ? (block.days[right] ?? 0) - unit.day : Number.POSITIVE_INFINITY;
      if (before === Number.POSITIVE_INFINITY && after === Number.POSITIVE_INFINITY) return;
      const entry = block.entries[after <= before ? right++ : left--];
      if (!entry) return;
      const degree = this.degree[entry.index] ?? 0;
      if (degree >= MOST_PER_ENTRY || this.scorer.name(unit, entry).bits < 0) continue;
      this.degree[entry.index] = degree + 1;
      found.add(entry);
    }
  }

  private crowdIndex(block: Block): Map<string, Entry[]> {
    let index = this.crowds.get(block);
    if (!index) {
      index = new Map();
      for (const entry of block.entries) {
        const keys = new Set(wordsOf(this.rows.lexicon, entry.name).map(wordKey));
        if (entry.email !== "") keys.add(entry.email);
        for (const key of keys) append(index, key, entry);
        const { seenEntries } = this.sightings;
        seenEntries[entry.index] = (seenEntries[entry.index] ?? 0) | SAW_EQUAL_AMOUNT;
      }
      this.crowds.set(block, index);
    }
    return index;
  }

  private crowdKeysOf(unit: Unit): Set<string> {
    const { lexicon } = this.rows;
    const named = [...wordsOf(lexicon, unit.name), ...wordsOf(lexicon, unit.text)];
    const keys = new Set(named.map(wordKey));
    if (unit.email !== "") keys.add(unit.email);
    return keys;
  }

  /** Same customer, amount a little off: found by the rare words of the name. */
  private addNamesakes(unit: Unit, found: Set<Entry>): void {
    const { lexicon } = this.rows;
    for (const word of [...wordsOf(lexicon, unit.name), ...wordsOf(lexicon, unit.text)]) {
      const namesakes = this.byWord.get(word);
      if (!namesakes || namesakes.length > MOST_PER_WORD) continue;
      for (const entry of namesakes) {
        if (this.inWindow(unit, entry) && isClose(unit.gross, entry.amount)) found.add(entry);
      }
    }
  }

  private mark(unit: Unit, entry: Entry, what: number): void {
    const { seenUnits, seenEntries } = this.sightings;
    seenUnits[unit.index] = (seenUnits[unit.index] ?? 0) | what;
    seenEntries[entry.index] = (seenEntries[entry.index] ?? 0) | what;
  }

  private inWindow(unit: Unit, entry: Entry): boolean {
    const lag = entry.day - unit.day;
    return lag >= -this.window.before && lag <= this.window.after;
  }
}

function isClose(a: number, b: number): boolean {
  const tolerance = Math.max(SMALL_DIFFERENCE.minor, Math.abs(a) * SMALL_DIFFERENCE.share);
  return Math.abs(a - b) <= tolerance || isTransposed(a, b);
}

function wordsOf(lexicon: Lexicon, name: number): string[] {
  return lexicon.form(name)?.words.filter((word) => word.length >= 3) ?? [];
}

function wordKey(word: string): string {
  return word.slice(0, WORD_KEY);
}

function addEntry(found: Set<Entry>, entry: Entry | undefined): void {
  if (entry) found.add(entry);
}
