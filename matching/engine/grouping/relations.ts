import { column } from "../collections/column";
import { lowerBound } from "../collections/lower-bound";
import { memoize } from "../collections/memoize";
import { PostingLists } from "../collections/posting-lists";
import type { Scorer } from "../compare/score";
import { type DayWindow, INVOICE_WINDOW, WINDOW } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { StringTable } from "../text/string-table";
import type { OpenRecords, Relation, RelationSource } from "./set-proposal";

/** The facts of the open records on which relations depend. */
type Related = Pick<OpenRecords, "rows" | "records" | "scorer">;

/** A key of more open rows relates nothing. */
export const MAX_PER_KEY = 128;
const WORD_KEY = 4;
/** Days around a line in which a payment or an invoice is looked for. */
export const WIDEST: DayWindow = {
  before: Math.max(WINDOW.before, INVOICE_WINDOW.before),
  after: Math.max(WINDOW.after, INVOICE_WINDOW.after),
};
/** Weaker agreement, in bits, is no relation. */
const MIN_RELATION_WEIGHT = -1;

/**
 * Finds the open payments that a name, an e-mail address or a reference relates to an item. Blocks
 * on word prefixes, addresses and references.
 */
export class RelationIndex implements RelationSource {
  /** The open rows by day, so that those of a window are next to each other in the list of each key. */
  private readonly rows: readonly LedgerRow[];
  private readonly days: Int32Array;
  /** Positions in the rows by key. */
  private readonly byKey: PostingLists;
  /** Number of the search that found a row last, by position. */
  private readonly lastSeen: Int32Array;
  private readonly window: DayWindow;
  private searches = 0;

  /**
   * O(n log n) for n keys of the open rows.
   * @param keysOf blocking keys of a record, {@link relationKeys}
   */
  constructor(
    private readonly open: Related,
    private readonly keysOf = (record: PayoutItem | LedgerRow): readonly number[] =>
      relationKeys(record, open.records.strings),
    private readonly minWeight = MIN_RELATION_WEIGHT,
  ) {
    this.lastSeen = new Int32Array(open.rows.length);
    const rows = open.rows.toSorted((a, b) => a.day - b.day);
    this.rows = rows;
    this.days = column(rows, ({ day }) => day);
    this.window = open.rows.some(({ invoice }) => invoice) ? WIDEST : WINDOW;
    this.byKey = new PostingLists(rows.length, (at) => {
      const row = rows[at];
      return row ? keysOf(row) : [];
    });
  }

  /** @returns relations to payments of either sign within the window, ordered by LedgerRow.index */
  relationsOf(item: PayoutItem): Relation[] {
    const relations: Relation[] = [];
    for (const row of this.near(item)) {
      const relation = relationTo(this.open.scorer, item, row, this.minWeight);
      if (relation) relations.push(relation);
    }
    return relations.sort((a, b) => a.row.index - b.row.index);
  }

  /** Open rows within the window that share a key with the item, each once. */
  private near(item: PayoutItem): LedgerRow[] {
    const { byKey, lastSeen, rows, days } = this;
    const search = ++this.searches;
    const first = lowerBound(days, item.day - this.window.before);
    const end = lowerBound(days, item.day + this.window.after + 1);
    const near: LedgerRow[] = [];
    if (first === end) return near;
    for (const key of this.keysOf(item)) {
      const start = byKey.place(key);
      if (byKey.endOf(key, start) - start > MAX_PER_KEY) continue;
      const from = byKey.place(key, first);
      const to = byKey.endOf(key, from, end);
      for (let place = from; place < to; place++) {
        const at = byKey.at(place);
        if (lastSeen[at] === search) continue;
        lastSeen[at] = search;
        const row = rows[at];
        if (row && isNear(item, row)) near.push(row);
      }
    }
    return near;
  }

  /** @returns number of open rows by key; a row counts as often as it has the key */
  counts(): Map<number, number> {
    return this.byKey.counts();
  }
}

/** @returns how a payment relates to an item with a key in common; null where it does not */
export function relationTo(
  scorer: Scorer,
  item: PayoutItem,
  row: LedgerRow,
  minWeight = MIN_RELATION_WEIGHT,
): Relation | null {
  const name = scorer.compareCustomers(item, row);
  const referenceMatchWeight = scorer.reference(item, row).weight;
  const weight = name.weight + referenceMatchWeight;
  if (weight < minWeight) return null;
  return { row, name: name.level, weight, referenceMatchWeight };
}

/** Keys that related records share; a key may come twice. */
export function relationKeys(record: PayoutItem | LedgerRow, strings: StringTable): number[] {
  const { keyTable } = strings;
  const keys = [...strings.keysOf(record.name), ...strings.keysOf(record.text)];
  const name = strings.form(record.name)?.key;
  if (name) keys.push(keyTable.of(`=${record.currency} ${name}`));
  if (record.email !== "") {
    for (const key of mailKeys(record.email)) keys.push(keyTable.of(key));
  }
  for (const reference of record.references) keys.push(keyTable.of(`#${reference}`));
  return keys;
}

/** Tests for the same currency and a date within the window. */
export function isNear(item: PayoutItem, row: LedgerRow): boolean {
  const lag = row.day - item.day;
  const { before, after } = windowOf(row);
  return row.currency === item.currency && lag >= -before && lag <= after;
}

/** @returns days around a line in which a payment, or an invoice, is looked for */
export function windowOf({ invoice }: LedgerRow): DayWindow {
  return invoice ? INVOICE_WINDOW : WINDOW;
}

/** jane.doe@…, jdoe@… and info@doe.com all get a key of "doe". */
const mailKeys = memoize((email): readonly string[] => {
  const keys = new Set([`@${email}`]);
  const [local = "", domain = ""] = email.split("@");
  for (const word of [...local.split(/[^\p{L}]+/u), domain.split(".")[0] ?? ""]) {
    if (word.length < 3) continue;
    keys.add(word.slice(0, WORD_KEY)).add(word.slice(1, WORD_KEY + 1));
  }
  return [...keys];
});
