import { mailboxesOf, mailboxLetters } from "../text/mail-names";
import { NONE, type StringTable } from "../text/string-table";
import type { PayoutItem } from "./records";

/** Address of a payer whose lines show different ones. */
const AMBIGUOUS = "";

/**
 * Learns the e-mail address of each payer from the lines that show it, and adds it to what is known of the
 * payer on the lines that don't: by the processor's customer id, by a name of several words, or by a mailbox that
 * spells the name, whoever's name is beside it. A payer with several addresses gets none. O(n).
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
  addMailboxes(items, strings, addresses);
  addMailByPayers(items, strings, addresses);
  return addresses;
}

/** Adds the addresses by what their mailboxes spell: an initial and a surname only where one payer has them. */
function addMailboxes(
  items: readonly PayoutItem[],
  strings: StringTable,
  addresses: Map<string, string>,
): void {
  for (const email of new Set(items.map((item) => item.email))) {
    const letters = mailboxLetters(email);
    if (letters === "") continue;
    const key = `~${letters}`;
    const known = addresses.get(key) ?? email;
    addresses.set(key, known === email ? known : AMBIGUOUS);
  }
  const payers = new Map<string, string>();
  for (const name of new Set(items.map((item) => item.name))) {
    const form = name === NONE ? undefined : strings.form(name);
    for (const letters of form ? mailboxesOf(form).short : []) {
      const known = payers.get(letters) ?? form?.key;
      payers.set(letters, known === form?.key ? (known ?? AMBIGUOUS) : AMBIGUOUS);
    }
  }
  for (const [letters, payer] of payers) {
    const address = addresses.get(`~${letters}`);
    if (payer !== AMBIGUOUS && address) addresses.set(`~1${letters}`, address);
  }
}

/** Adds the addresses that {@link fillMailByPayer} found to lines that show none. */
export function addMailByPayers(
  items: PayoutItem[],
  strings: StringTable,
  addresses: ReadonlyMap<string, string>,
): void {
  for (const item of items) {
    if (item.email !== "" || (item.customer?.emails.length ?? 0) > 0) continue;
    const addressOf = (keys: string[]) =>
      keys.map((key) => addresses.get(key) ?? AMBIGUOUS).find((each) => each !== AMBIGUOUS);
    const email = addressOf(payerKeys(item, strings)) ?? addressOf(mailboxKeys(item, strings));
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

/** Keys of the mailboxes that the payer's name may spell. */
function mailboxKeys({ name }: PayoutItem, strings: StringTable): string[] {
  const form = strings.form(name);
  if (!form) return [];
  const { full, short } = mailboxesOf(form);
  return [...full.map((letters) => `~${letters}`), ...short.map((letters) => `~1${letters}`)];
}
