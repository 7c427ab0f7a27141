import type { LedgerRow, PayoutItem } from "../records/records";
import type { StringTable } from "../text/string-table";

/**
 * Blocking keys of a record's customer, each once: beginnings of the words of its names and texts, whole
 * addresses, and beginnings of what addresses spell. Texts of many records have none.
 */
export function blockingKeys(
  record: PayoutItem | LedgerRow,
  strings: StringTable,
): readonly number[] {
  return union(textKeys(record, strings), customerKeys(record, strings));
}

/** Those of the names and addresses alone. */
export function customerKeys(
  record: PayoutItem | LedgerRow,
  strings: StringTable,
): readonly number[] {
  let keys = strings.keysOf(record.name);
  for (const name of record.customer?.names ?? NO_KEYS) keys = union(keys, strings.keysOf(name));
  if (record.email !== "") keys = union(keys, strings.keysOfAddress(record.email));
  for (const address of record.customer?.emails ?? NO_ADDRESSES) {
    keys = union(keys, strings.keysOfAddress(address));
  }
  return keys;
}

/** Those of the text alone; none of one that many records have. */
export function textKeys(
  { text }: PayoutItem | LedgerRow,
  strings: StringTable,
): readonly number[] {
  return strings.isBoilerplate(text) ? NO_KEYS : strings.keysOf(text);
}

const NO_KEYS: readonly number[] = [];
const NO_ADDRESSES: readonly string[] = [];

/** Two short lists without duplicates in one. */
function union(keys: readonly number[], others: readonly number[]): readonly number[] {
  if (others.length === 0) return keys;
  if (keys.length === 0) return others;
  const all = keys.slice();
  for (const key of others) if (!keys.includes(key)) all.push(key);
  return all;
}
