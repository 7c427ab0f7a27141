import type { LedgerRow, PayoutItem } from "../records/records";
import { mailWords } from "../text/mail-names";
import { prefixKeys, type StringTable } from "../text/string-table";

/**
 * Blocking keys of a record's customer: beginnings of the words of its names and texts, whole
 * addresses, and beginnings of what addresses spell. Texts of many records have none.
 */
export function blockingKeys(
  { name, text, email, customer }: PayoutItem | LedgerRow,
  strings: StringTable,
): Set<string> {
  const keys = new Set<string>(strings.keysOf(name));
  if (!strings.isBoilerplate(text)) for (const key of strings.keysOf(text)) keys.add(key);
  for (const known of customer?.names ?? []) for (const key of strings.keysOf(known)) keys.add(key);
  for (const address of email === ""
    ? (customer?.emails ?? [])
    : [email, ...(customer?.emails ?? [])]) {
    keys.add(address);
    for (const word of mailWords(address)) for (const key of prefixKeys(word)) keys.add(key);
  }
  return keys;
}
