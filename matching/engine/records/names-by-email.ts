import { compareNames, type NameRelation } from "../text/names";
import { NONE, type StringTable } from "../text/string-table";

/** Families and colleagues share an address. */
const OTHER_CUSTOMER: ReadonlySet<NameRelation> = new Set(["names_differ", "related_name"]);
/** Owner of an e-mail address that occurs with different customers. */
const AMBIGUOUS = -2;

interface NamedByEmail {
  name: number;
  email: string;
}

/**
 * Learns the customer of each e-mail address from the records that carry both and fills in the name
 * of records that carry the address alone. An address of several customers fills in nothing. O(n).
 * @param sides both sides of the input; `name` (an id of the string table) is modified in place
 */
export function fillNamesByEmail(
  sides: NamedByEmail[][],
  strings: StringTable,
): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const records of sides) {
    for (const { name, email } of records) {
      if (email === "" || name === NONE) continue;
      const owner = owners.get(email);
      if (owner === undefined) owners.set(email, name);
      else if (owner !== AMBIGUOUS && !mayBeOneCustomer(strings, owner, name))
        owners.set(email, AMBIGUOUS);
    }
  }
  for (const records of sides) nameByOwners(records, owners);
  return owners;
}

/**
 * Fills in the names of records that carry a known address alone.
 * @param owners name by address, from {@link fillNamesByEmail}
 */
export function nameByOwners(records: NamedByEmail[], owners: ReadonlyMap<string, number>): void {
  for (const record of records) {
    if (record.email === "" || record.name !== NONE) continue;
    const owner = owners.get(record.email) ?? NONE;
    if (owner !== AMBIGUOUS) record.name = owner;
  }
}

function mayBeOneCustomer(strings: StringTable, left: number, right: number): boolean {
  if (left === right) return true;
  const a = strings.form(left);
  const b = strings.form(right);
  return !a || !b || !OTHER_CUSTOMER.has(compareNames(a, b).relation);
}
