import { column } from "../collections/column";
import type { DayIndex } from "../collections/day-index";
import { PostingLists } from "../collections/posting-lists";
import { bookableAmounts, isEqualAmount, isNearAmount, isPartOf } from "../compare/amounts";
import type { CandidatePairs } from "../compare/candidate-pairs";
import type { ChanceAgreement } from "../compare/chance-agreement";
import type { LinkageModel } from "../compare/model";
import type { Scorer } from "../compare/score";
import type { Algorithm } from "../contract";
import { type DayWindow, FUZZY_WINDOW, WINDOW } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import { NONE, type StringTable } from "../text/string-table";
import { blockingKeys, customerKeys, textKeys } from "./keys";
import { CandidateBlock } from "./large-block";
import { SAW_EQUAL_AMOUNT, SAW_OTHER_CURRENCY, type SearchState } from "./search-state";

/** What the search knows of the records; by amount it finds the rows of `chance` alone. */
export interface SearchModel
  extends Pick<LinkageModel, "records" | "pastDecisions" | "fees" | "terms" | "aliases"> {
  scorer: Pick<Scorer, "compare">;
  chance: Pick<ChanceAgreement, "amounts" | "group" | "amountsAmong">;
}

/**
 * Blocks of up to `maxBlock` equal amounts within the window are compared completely; in larger
 * ones only rows with a shared name, and the `nearest` in time. A few suffice to detect a tie; the
 * second pass looks deeper, once the clear pairs are matched.
 */
interface SearchDepth {
  maxBlock: number;
  nearest: number;
  /** The same of rows with another name, for an item that has one. */
  nearestNamed: number;
}
const FIRST_PASS: SearchDepth = { maxBlock: 4, nearest: 3, nearestNamed: 0 };
const SECOND_PASS: SearchDepth = {
  maxBlock: 16,
  nearest: 16,
  nearestNamed: 6,
};
/** Keys of the item that is looked at. */
interface KeysOfItem {
  item: PayoutItem;
  customer: readonly number[];
  text: readonly number[];
}
/** @returns days around a line in which its payments are looked for */
export function windowOf(algorithm: Algorithm): DayWindow {
  return algorithm === "fuzzy" ? FUZZY_WINDOW : WINDOW;
}

const MAX_PER_WORD = 128;
const MAX_PER_REFERENCE = 64;
const MAX_NAMESAKES = 24;

/**
 * Blocking: finds the pairs worth comparing, each once, in near-linear time. The first pass blocks
 * on equal amounts and shared references. The second one, among records that are still open, looks
 * into large blocks and at the same customers' slightly different amounts.
 */
export class CandidateFinder {
  private readonly byReference: Int32Array;
  private readonly referenceStarts: Int32Array;
  /** Index of the item that found a row last, by row: each pair is found once. */
  private readonly lastSeenBy: Int32Array;
  private found: LedgerRow[] = [];
  private keys: KeysOfItem | null = null;
  private readonly blocks = new Map<number, CandidateBlock>();

  /**
   * @param window days before and after a line
   * @param seen bit sets by item and by row (SAW_EQUAL_AMOUNT, SAW_OTHER_CURRENCY), written while
   * searching
   * @param searched the rows to search by reference
   */
  constructor(
    private readonly model: SearchModel,
    private readonly window: DayWindow,
    private readonly seen: Pick<SearchState, "seenItems" | "seenRows">,
    searched: LedgerRow[] = model.records.rows,
  ) {
    const { rows, strings } = model.records;
    [this.referenceStarts, this.byReference] = indexReferences(searched, strings);
    this.lastSeenBy = new Int32Array(rows.length).fill(-1);
  }

  /** First pass: adds the pairs with an equal amount or a shared reference. */
  addEqualAmounts(pairs: CandidatePairs, items: PayoutItem[]): void {
    for (const item of items) {
      this.addReferences(item);
      this.addAmounts(item, this.model.chance.amounts, FIRST_PASS);
      this.addFound(pairs, item);
    }
    this.blocks.clear();
  }

  /**
   * Second pass: adds the pairs of open records in large blocks and of the same customer. `pairs`
   * has to be indexed.
   * @param into where the pairs are added; left out, to `pairs`
   */
  addAmongOpen(pairs: CandidatePairs, items: PayoutItem[], rows: LedgerRow[], into = pairs): void {
    this.lastSeenBy.fill(-1);
    const open = new Uint8Array(this.model.records.rows.length);
    for (const row of rows) open[row.index] = 1;
    const openAmounts = this.model.chance.amountsAmong(open);
    const { strings } = this.model.records;
    const days = column(rows, ({ day }) => day);
    const byWord = new PostingLists(rows.length, (at) => {
      const row = rows[at];
      return row ? blockingKeys(row, strings) : [];
    });
    for (const item of items) {
      if (!item.isLinkable) continue;
      for (let at = pairs.itemBegin(item.index); at < pairs.itemEnd(item.index); at++) {
        this.lastSeenBy[pairs.rowOf(pairs.itemPair(at))] = item.index;
      }
      this.addAmounts(item, openAmounts, SECOND_PASS);
      this.addNamesakes(item, rows, days, byWord);
      this.addPartners(item, open);
      this.addFound(into, item);
    }
  }

  private addAmounts(item: PayoutItem, groups: DayIndex, depth: SearchDepth): void {
    if (!item.isLinkable) return;
    const { chance, fees } = this.model;
    for (const amount of bookableAmounts(item, fees)) {
      const group = chance.group(item.currency, amount);
      if (group !== undefined) this.addGroup(item, groups, group, depth);
    }
  }

  private add(item: PayoutItem, row: LedgerRow | undefined): void {
    if (!row || this.lastSeenBy[row.index] === item.index) return;
    this.lastSeenBy[row.index] = item.index;
    this.found.push(row);
  }

  private addFound(pairs: CandidatePairs, item: PayoutItem): void {
    const { pastDecisions, scorer } = this.model;
    const found = this.found;
    this.found = [];
    for (const row of found) {
      if (row.currency !== item.currency) {
        this.mark(item, row, SAW_OTHER_CURRENCY);
        continue;
      }
      // A credit never matches a debit.
      if (Math.sign(row.amount) !== Math.sign(item.gross)) continue;
      if (pastDecisions.isDismissed(item, row)) continue;
      const comparison = scorer.compare(item, row);
      if (!item.isLinkable && comparison.referenceMatchWeight <= 0) continue;
      const equal = isEqualAmount(comparison.amount);
      if (equal && comparison.nameMatchWeight > -2 && comparison.referenceMatchWeight >= 0) {
        this.mark(item, row, SAW_EQUAL_AMOUNT);
      }
      const related = comparison.nameMatchWeight > 0 || comparison.referenceMatchWeight > 0;
      if (equal || related) pairs.add(item.index, row.index, comparison);
    }
  }

  private addReferences(item: PayoutItem): void {
    for (const reference of item.references) {
      if (this.model.terms.pairsSharing(reference) > MAX_PER_REFERENCE) continue;
      const to = this.referenceStarts[reference + 1] ?? 0;
      for (let at = this.referenceStarts[reference] ?? 0; at < to; at++) {
        this.add(item, this.model.records.rows[this.byReference[at] ?? -1]);
      }
    }
  }

  private addGroup(item: PayoutItem, groups: DayIndex, group: number, depth: SearchDepth): void {
    const { rows } = this.model.records;
    const first = item.day - this.window.before;
    const last = item.day + this.window.after;
    const [from, to] = groups.placesBetween(group, first, last);
    if (to - from <= depth.maxBlock) {
      for (let at = from; at < to; at++) this.add(item, rows[groups.members[at] ?? -1]);
      return;
    }
    // Not every pair of a large block is compared, but the whole block counts as seen.
    const { seenItems } = this.seen;
    seenItems[item.index] = (seenItems[item.index] ?? 0) | SAW_EQUAL_AMOUNT;
    const block = this.block(groups, group, rows);
    const { customer, text } = this.keysOfItem(item);
    for (const row of block.namesakes(customer, first, last)) this.add(item, row);
    for (const row of block.namesakes(text, first, last)) this.add(item, row);
    const isNamed = item.name !== NONE || item.email !== "";
    for (const row of block.nearest(isNamed, item.day, depth.nearest)) this.add(item, row);
    if (!isNamed) return;
    for (const row of block.nearest(false, item.day, depth.nearestNamed)) this.add(item, row);
  }

  private block(groups: DayIndex, group: number, rows: LedgerRow[]): CandidateBlock {
    let block = this.blocks.get(group);
    if (!block) {
      const [from, to] = groups.range(group);
      const members: LedgerRow[] = [];
      for (let at = from; at < to; at++) {
        const row = rows[groups.members[at] ?? -1];
        if (!row) continue;
        members.push(row);
        const { seenRows } = this.seen;
        seenRows[row.index] = (seenRows[row.index] ?? 0) | SAW_EQUAL_AMOUNT;
      }
      block = new CandidateBlock(members, this.model.records.strings);
      this.blocks.set(group, block);
    }
    return block;
  }

  private keysOfItem(item: PayoutItem): KeysOfItem {
    if (this.keys?.item !== item) {
      const { strings } = this.model.records;
      this.keys = { item, customer: customerKeys(item, strings), text: textKeys(item, strings) };
    }
    return this.keys;
  }

  /**
   * Rows of the same customer with a slightly different amount, found by rare words of the name.
   * @param days of the rows: most are of another time, and are not looked at
   * @param byWord positions in `rows` by blocking key
   */
  private addNamesakes(
    item: PayoutItem,
    rows: LedgerRow[],
    days: Int32Array,
    byWord: PostingLists,
  ): void {
    const first = item.day - this.window.before;
    const last = item.day + this.window.after;
    let taken = 0;
    const lists = blockingKeys(item, this.model.records.strings).map((key) => {
      const from = byWord.place(key);
      return { from, to: byWord.endOf(key, from) };
    });
    for (const { from, to } of lists.sort((a, b) => a.to - a.from - (b.to - b.from))) {
      if (to - from > MAX_PER_WORD) return;
      for (let place = from; place < to; place++) {
        if (taken >= MAX_NAMESAKES) return;
        const at = byWord.at(place);
        const day = days[at] ?? 0;
        if (day < first || day > last) continue;
        const row = rows[at];
        if (!row || !mayBeNamesakes(item, row)) continue;
        this.add(item, row);
        taken++;
      }
    }
  }

  /** Open rows of customers whom this payer paid for before, with an equal or similar amount. */
  private addPartners(item: PayoutItem, open: Uint8Array): void {
    const { aliases, records, fees } = this.model;
    const [first, last] = [item.day - this.window.before, item.day + this.window.after];
    let amounts: readonly number[] | undefined;
    for (const index of aliases.rowsOfPartners(item, first, last)) {
      const row = records.rows[index];
      if (!row || open[index] !== 1) continue;
      amounts ??= bookableAmounts(item, fees);
      if (amounts.includes(row.amount) || isNearAmount(item.gross, row.amount)) this.add(item, row);
    }
  }

  private mark(item: PayoutItem, row: LedgerRow, what: number): void {
    const { seenItems, seenRows } = this.seen;
    seenItems[item.index] = (seenItems[item.index] ?? 0) | what;
    seenRows[row.index] = (seenRows[row.index] ?? 0) | what;
  }
}

/** Rows by reference: those of reference r are at starts[r] … starts[r + 1] − 1. */
function indexReferences(rows: LedgerRow[], strings: StringTable): [Int32Array, Int32Array] {
  const starts = new Int32Array(strings.referenceKeys.length + 1);
  for (const { references } of rows) {
    for (const id of references) starts[id + 1] = (starts[id + 1] ?? 0) + 1;
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const next = starts.slice();
  const indices = new Int32Array(starts[starts.length - 1] ?? 0);
  for (const { index, references } of rows) {
    for (const id of references) {
      const at = next[id] ?? 0;
      indices[at] = index;
      next[id] = at + 1;
    }
  }
  return [starts, indices];
}

/** A part of an invoice may be of any size. */
function mayBeNamesakes({ gross }: PayoutItem, { amount, invoice }: LedgerRow): boolean {
  return isNearAmount(gross, amount) || (invoice !== undefined && isPartOf(gross, amount));
}
