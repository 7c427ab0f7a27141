import { append } from "../collections/append";
import { INVOICE_WINDOW, type NameLevel, WINDOW } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { OpenRecords } from "./set-proposal";

/** Relation of a payout item to a payment: its customer, a reference, or both. */
export interface Relation {
  row: LedgerRow;
  name: NameLevel;
  /** Match weight of name and reference together, in bits. */
  weight: number;
  referenceMatchWeight: number;
}

const MAX_PER_KEY = 128;
const WORD_KEY = 4;
/** Weaker agreement, in bits, is no relation. */
const MIN_RELATION_WEIGHT = 5;

/**
 * Finds the open payments that a name, an e-mail address or a reference relates to an item. Blocks
 * on word prefixes, addresses and references.
 */
export class RelationIndex {
  private readonly byKey = new Map<string, LedgerRow[]>();

  /** O(keys of the open rows). */
  constructor(private readonly open: OpenRecords) {
    for (const row of open.rows) {
      for (const key of this.keysOf(row)) append(this.byKey, key, row);
    }
  }

  /** @returns relations to payments of either sign within the window, ordered by LedgerRow.index */
  relationsOf(item: PayoutItem): Relation[] {
    const related = new Set<LedgerRow>();
    for (const key of this.keysOf(item)) {
      const rows = this.byKey.get(key);
      if (!rows || rows.length > MAX_PER_KEY) continue;
      for (const row of rows) if (isNear(item, row)) related.add(row);
    }
    const relations: Relation[] = [];
    for (const row of [...related].sort((a, b) => a.index - b.index)) {
      const name = this.open.scorer.compareCustomers(item, row);
      const referenceMatchWeight = this.open.scorer.reference(item, row).weight;
      const weight = name.weight + referenceMatchWeight;
      if (weight >= MIN_RELATION_WEIGHT)
        relations.push({ row, name: name.level, weight, referenceMatchWeight });
    }
    return relations;
  }

  private *keysOf(record: PayoutItem | LedgerRow): Generator<string> {
    const { strings } = this.open.records;
    const name = strings.form(record.name)?.key;
    if (name) yield `=${record.currency} ${name}`;
    yield* strings.keysOf(record.name);
    yield* strings.keysOf(record.text);
    if (record.email !== "") yield* mailKeys(record.email);
    for (const reference of record.references) yield `#${reference}`;
  }
}

/** Tests for the same currency and a date within the window. */
export function isNear(item: PayoutItem, row: LedgerRow): boolean {
  const lag = row.day - item.day;
  const { before, after } = row.invoice ? INVOICE_WINDOW : WINDOW;
  return row.currency === item.currency && lag >= -before && lag <= after;
}

/** jane.doe@…, jdoe@… and info@doe.com all get a key of "doe". */
function mailKeys(email: string): Set<string> {
  const keys = new Set([`@${email}`]);
  const [local = "", domain = ""] = email.split("@");
  for (const word of [...local.split(/[^\p{L}]+/u), domain.split(".")[0] ?? ""]) {
    if (word.length < 3) continue;
    keys.add(word.slice(0, WORD_KEY)).add(word.slice(1, WORD_KEY + 1));
  }
  return keys;
}
