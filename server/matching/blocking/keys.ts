import { emailsOf, namesOf } from "../records/customer-profile";
import type { LedgerRow, PayoutItem } from "../records/records";
import { mailWords } from "../text/mail-names";
import { prefixKeys, type StringTable } from "../text/string-table";

/**
 * Blocking keys of a record's customer: beginnings of the words of its names and texts, whole
 * addresses, and beginnings of what addresses spell. Texts of many records have none.
 */
export function blockingKeys(record: PayoutItem | LedgerRow, strings: StringTable): Set<string> {
  const keys = new Set(strings.isBoilerplate(record.text) ? [] : strings.keysOf(record.text));
  for (const name of namesOf(record)) for (const key of strings.keysOf(name)) keys.add(key);
  for (const address of emailsOf(record)) {
    keys.add(address);
    for (const word of mailWords(address)) for (const key of prefixKeys(word)) keys.add(key);
  }
  return keys;
}
