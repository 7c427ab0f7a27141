import type { StringTable } from "../text/string-table";
import type { PayoutItem } from "./records";

/** Address of a payer whose lines show different ones. */
const AMBIGUOUS = "";

/**
 * Learns the e-mail address of each payer from the lines that show it, and adds it to what is known of the
 * payer on the lines that don't: by the processor's customer id, or by a name of several words. A payer
 * with several addresses gets none. O(n).
 * @param items `customer` is replaced where an address is added
 * @returns address by key of the payer, for {@link addMailByPayers}
 */
export function fillMailByPayer(
  items: PayoutItem[],
  strings: StringTable,
): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>();
  for (const item of items) {
    if (item.email === "") continue;
    for (const key of payerKeys(item, strings)) {
      const known = addresses.get(key) ?? item.email;
      addresses.set(key, known === item.email ? known : AMBIGUOUS);
    }
  }
  addMailByPayers(items, strings, addresses);
  return addresses;
}

/** Adds the addresses that {@link fillMailByPayer} found to lines that show none. */
export function addMailByPayers(
  items: PayoutItem[],
  strings: StringTable,
  addresses: ReadonlyMap<string, string>,
): void {
  for (const item of items) {
    if (item.email !== "" || (item.customer?.emails.length ?? 0) > 0) continue;
    const email = payerKeys(item, strings)
      .map((key) => addresses.get(key) ?? AMBIGUOUS)
      .find((each) => each !== AMBIGUOUS);
    if (!email) continue;
    const known = item.customer ?? { id: "", names: [], emails: [], phones: [] };
    item.customer = { ...known, emails: [email] };
  }
}

/** The processor's id first: names can be common. */
function payerKeys({ customer, name }: PayoutItem, strings: StringTable): string[] {
  const keys = customer?.id ? [`=${customer.id}`] : [];
  const form = strings.form(name);
  if (form && form.words.length > 1) keys.push(form.key);
  return keys;
}
