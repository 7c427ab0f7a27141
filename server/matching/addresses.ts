import { type Lexicon, NONE } from "./lexicon";
import { compareNames } from "./names";

/** An address under which different customers appear. */
const SHARED = -2;

interface Addressed {
  name: number;
  email: string;
}

/**
 * Who writes from which address, as far as the rows themselves say: wherever a name and an address
 * stand together. Rows that carry the address alone then get the name. Addresses of several
 * customers name nobody.
 */
export function nameByAddress(sides: Addressed[][], lexicon: Lexicon): void {
  const owners = new Map<string, number>();
  for (const rows of sides) {
    for (const { name, email } of rows) {
      if (email === "" || name === NONE) continue;
      const owner = owners.get(email);
      if (owner === undefined) owners.set(email, name);
      else if (owner !== SHARED && !areOne(lexicon, owner, name)) owners.set(email, SHARED);
    }
  }
  for (const rows of sides) {
    for (const row of rows) {
      if (row.email === "" || row.name !== NONE) continue;
      const owner = owners.get(row.email) ?? NONE;
      if (owner !== SHARED) row.name = owner;
    }
  }
}

function areOne(lexicon: Lexicon, left: number, right: number): boolean {
  if (left === right) return true;
  const a = lexicon.form(left);
  const b = lexicon.form(right);
  return !a || !b || compareNames(a, b).relation !== "names_differ";
}
