import { bookableAmounts, isEqualAmount, isSmallDifference, isTransposed } from "./amounts";
import type { Books } from "./books";
import { Crowd } from "./crowd";
import type { DayGroups } from "./day-groups";
import { append } from "./grouping";
import { type Lexicon, NONE } from "./lexicon";
import type { Pairs } from "./pairs";
import type { Entry, Unit } from "./rows";
import { type Leftovers, SAW_EQUAL_AMOUNT, SAW_OTHER_CURRENCY } from "./unmatched";

interface Window {
  before: number;
  after: number;
}

/**
 * More equal amounts than `crowd` within the window are looked at by name, and the `nearest` in time.
 * Few are enough to see that there is a tie; more are looked at once the others are settled.
 */
interface Depth {
  crowd: number;
  nearest: number;
}
const FIRST_LOOK: Depth = { crowd: 4, nearest: 3 };
const SECOND_LOOK: Depth = { crowd: 16, nearest: 16 };
const MOST_PER_WORD = 128;
const MOST_PER_REFERENCE = 64;
const MOST_NAMESAKES = 24;

/**
 * Finds the pairs worth a look, each once; near-linear in the number of rows. The first search goes
 * by equal amounts and shared references. A second one, among the rows that are still open, sees
 * who is left in a crowd, and same customers whose amounts differ a little.
 */
export class CandidateFinder {
  private readonly byReference: Int32Array;
  private readonly referenceStarts: Int32Array;
  /** The unit that saw an entry last: each pair is found once. */
  private readonly seenBy: Int32Array;
  private found: Entry[] = [];
  private keys: { unit: Unit; all: ReadonlySet<string> } | null = null;
  private readonly crowds = new Map<number, Crowd>();

  constructor(
    private readonly books: Books,
    private readonly window: Window,
    private readonly seen: Pick<Leftovers, "seenUnits" | "seenEntries">,
  ) {
    const { entries, lexicon } = books.rows;
    [this.referenceStarts, this.byReference] = indexReferences(entries, lexicon);
    this.seenBy = new Int32Array(entries.length).fill(-1);
  }

  /** Pairs by equal amounts and shared references. */
  addEqual(pairs: Pairs, units: Unit[]): void {
    for (const unit of units) {
      this.addReferences(unit);
      this.addAmounts(unit, this.books.background.amounts, FIRST_LOOK);
      this.addFound(pairs, unit);
    }
    this.crowds.clear();
  }

  /** Pairs of rows that are still open: what is left in crowds, and namesakes. */
  addOpen(pairs: Pairs, units: Unit[], entries: Entry[]): void {
    this.seenBy.fill(-1);
    const open = new Uint8Array(this.books.rows.entries.length);
    for (const entry of entries) open[entry.index] = 1;
    const left = this.books.background.amountsAmong(open);
    const byWord = this.wordIndex(entries);
    for (const unit of units) {
      if (!unit.explainable) continue;
      for (let at = pairs.unitBegin(unit.index); at < pairs.unitEnd(unit.index); at++) {
        this.seenBy[pairs.entryOf(pairs.unitPair(at))] = unit.index;
      }
      this.addAmounts(unit, left, SECOND_LOOK);
      this.addNamesakes(unit, byWord);
      this.addFound(pairs, unit);
    }
  }

  private addAmounts(unit: Unit, groups: DayGroups, depth: Depth): void {
    if (!unit.explainable) return;
    const { background, fees } = this.books;
    for (const amount of bookableAmounts(unit, fees)) {
      const group = background.group(unit.currency, amount);
      if (group !== undefined) this.addGroup(unit, groups, group, depth);
    }
  }

  private add(unit: Unit, entry: Entry | undefined): void {
    if (!entry || this.seenBy[entry.index] === unit.index) return;
    this.seenBy[entry.index] = unit.index;
    this.found.push(entry);
  }

  private addFound(pairs: Pairs, unit: Unit): void {
    const { experience, scorer } = this.books;
    const found = this.found;
    this.found = [];
    for (const entry of found) {
      if (entry.currency !== unit.currency) {
        this.mark(unit, entry, SAW_OTHER_CURRENCY);
        continue;
      }
      // Money in never is money out, whatever they share.
      if (Math.sign(entry.amount) !== Math.sign(unit.gross)) continue;
      if (experience.isDismissed(unit, entry)) continue;
      const comparison = scorer.compare(unit, entry);
      if (!unit.explainable && comparison.referenceBits <= 0) continue;
      const equal = isEqualAmount(comparison.amount);
      if (equal && comparison.nameBits > -2 && comparison.referenceBits >= 0) {
        this.mark(unit, entry, SAW_EQUAL_AMOUNT);
      }
      const related = comparison.nameBits > 0 || comparison.referenceBits > 0;
      if (equal || related) pairs.add(unit.index, entry.index, comparison);
    }
  }

  private addReferences(unit: Unit): void {
    for (const reference of unit.references) {
      if (this.books.terms.pairsSharing(reference) > MOST_PER_REFERENCE) continue;
      const to = this.referenceStarts[reference + 1] ?? 0;
      for (let at = this.referenceStarts[reference] ?? 0; at < to; at++) {
        this.add(unit, this.books.rows.entries[this.byReference[at] ?? -1]);
      }
    }
  }

  private addGroup(unit: Unit, groups: DayGroups, group: number, depth: Depth): void {
    const { entries } = this.books.rows;
    const first = unit.day - this.window.before;
    const last = unit.day + this.window.after;
    const [from, to] = groups.between(group, first, last);
    if (to - from <= depth.crowd) {
      for (let at = from; at < to; at++) this.add(unit, entries[groups.rows[at] ?? -1]);
      return;
    }
    // Not every pair of a crowd is looked at, but all of it has been seen.
    const { seenUnits } = this.seen;
    seenUnits[unit.index] = (seenUnits[unit.index] ?? 0) | SAW_EQUAL_AMOUNT;
    const crowd = this.crowd(groups, group, entries);
    for (const entry of crowd.namesakes(this.keysOfUnit(unit), first, last)) this.add(unit, entry);
    const isNamed = unit.name !== NONE || unit.email !== "";
    for (const entry of crowd.nearest(isNamed, unit.day, depth.nearest)) this.add(unit, entry);
  }

  private crowd(groups: DayGroups, group: number, entries: Entry[]): Crowd {
    let crowd = this.crowds.get(group);
    if (!crowd) {
      const [from, to] = groups.range(group);
      const members: Entry[] = [];
      for (let at = from; at < to; at++) {
        const entry = entries[groups.rows[at] ?? -1];
        if (!entry) continue;
        members.push(entry);
        const { seenEntries } = this.seen;
        seenEntries[entry.index] = (seenEntries[entry.index] ?? 0) | SAW_EQUAL_AMOUNT;
      }
      crowd = new Crowd(members, this.books.rows.lexicon);
      this.crowds.set(group, crowd);
    }
    return crowd;
  }

  /** What a unit is looked up by in crowds: beginnings of its words, and its address. */
  private keysOfUnit(unit: Unit): ReadonlySet<string> {
    if (this.keys?.unit !== unit) {
      const { lexicon } = this.books.rows;
      const all = new Set([...lexicon.keysOf(unit.name), ...lexicon.keysOf(unit.text)]);
      if (unit.email !== "") all.add(unit.email);
      this.keys = { unit, all };
    }
    return this.keys.all;
  }

  private wordIndex(entries: Entry[]): Map<string, Entry[]> {
    const { lexicon } = this.books.rows;
    const index = new Map<string, Entry[]>();
    for (const entry of entries) {
      for (const key of lexicon.keysOf(entry.name)) append(index, key, entry);
      for (const key of lexicon.keysOf(entry.text)) append(index, key, entry);
      if (entry.email !== "") append(index, entry.email, entry);
    }
    return index;
  }

  /** Same customer, amount a little off: found by the rare words of the name. */
  private addNamesakes(unit: Unit, byWord: Map<string, Entry[]>): void {
    let taken = 0;
    const lists = [...this.keysOfUnit(unit)].flatMap((key) => [byWord.get(key) ?? []]);
    for (const namesakes of lists.sort((a, b) => a.length - b.length)) {
      if (namesakes.length > MOST_PER_WORD) return;
      for (const entry of namesakes) {
        if (taken >= MOST_NAMESAKES) return;
        if (!this.inWindow(unit, entry) || !isClose(unit.gross, entry.amount)) continue;
        this.add(unit, entry);
        taken++;
      }
    }
  }

  private mark(unit: Unit, entry: Entry, what: number): void {
    const { seenUnits, seenEntries } = this.seen;
    seenUnits[unit.index] = (seenUnits[unit.index] ?? 0) | what;
    seenEntries[entry.index] = (seenEntries[entry.index] ?? 0) | what;
  }

  private inWindow(unit: Unit, entry: Entry): boolean {
    const lag = entry.day - unit.day;
    return lag >= -this.window.before && lag <= this.window.after;
  }
}

/** Entries by reference: those of reference i are at starts[i] … starts[i + 1] − 1. */
function indexReferences(entries: Entry[], lexicon: Lexicon): [Int32Array, Int32Array] {
  const starts = new Int32Array(lexicon.referenceKeys.length + 1);
  for (const { references } of entries) {
    for (const id of references) starts[id + 1] = (starts[id + 1] ?? 0) + 1;
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const place = starts.slice();
  const rows = new Int32Array(starts[starts.length - 1] ?? 0);
  for (const { index, references } of entries) {
    for (const id of references) {
      const at = place[id] ?? 0;
      rows[at] = index;
      place[id] = at + 1;
    }
  }
  return [starts, rows];
}

function isClose(a: number, b: number): boolean {
  return Math.sign(a) === Math.sign(b) && (isSmallDifference(a, b) || isTransposed(a, b));
}
