import { emailsOf, namesOf } from "../records/customer-profile";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { StringTable } from "../text/string-table";

/**
 * Blocking keys of a record's customer, each once: beginnings of the words of its names and texts, whole
 * addresses, and beginnings of what addresses spell. Texts of many records have none.
 */
export function blockingKeys(record: PayoutItem | LedgerRow, strings: StringTable): number[] {
  const keys = strings.isBoilerplate(record.text) ? [] : [...strings.keysOf(record.text)];
  const add = (further: readonly number[]) => {
    for (const key of further) if (!keys.includes(key)) keys.push(key);
  };
  for (const name of namesOf(record)) add(strings.keysOf(name));
  for (const address of emailsOf(record)) add(strings.keysOfAddress(address));
  return keys;
}
