import { emailsOf, namesOf } from "../records/customer-profile";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { StringTable } from "../text/string-table";

/**
 * Blocking keys of a record's customer, each once: beginnings of the words of its names and texts, whole
 * addresses, and beginnings of what addresses spell. Texts of many records have none.
 */
export function blockingKeys(record: PayoutItem | LedgerRow, strings: StringTable): number[] {
  return [...new Set([...textKeys(record, strings), ...customerKeys(record, strings)])];
}

/** Those of the names and addresses alone. */
export function customerKeys(
  record: PayoutItem | LedgerRow,
  strings: StringTable,
): readonly number[] {
  const keys = new Set<number>();
  for (const name of namesOf(record)) for (const key of strings.keysOf(name)) keys.add(key);
  for (const address of emailsOf(record)) {
    for (const key of strings.keysOfAddress(address)) keys.add(key);
  }
  return [...keys];
}

/** Those of the text alone; none of one that many records have. */
export function textKeys(
  { text }: PayoutItem | LedgerRow,
  strings: StringTable,
): readonly number[] {
  return strings.isBoilerplate(text) ? NO_KEYS : strings.keysOf(text);
}

const NO_KEYS: readonly number[] = [];
