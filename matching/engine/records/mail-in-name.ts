import { NONE, type StringTable } from "../text/string-table";
import type { LedgerRow, PayoutItem } from "./records";

/** An address at the end of a customer's name: "Ann Ruiz - ann.ruiz@gma". */
const ADDRESS = /\s(\S{3,}@\S*)$/;
const NO_ADDRESS = "";

/**
 * Reads the addresses that some shops' plugins write behind a customer's name, which the ledger may cut off: then it
 * is the only address of a line that begins so. O(n log n).
 * @param sides items whose addresses are known
 * @param rows `email` is filled in where there is none
 */
export function fillMailFromNames(
  sides: readonly (readonly PayoutItem[])[],
  rows: readonly LedgerRow[],
  strings: StringTable,
): void {
  const written = new Map<number, string>();
  for (const { name, email } of rows) {
    if (email !== "" || name === NONE || written.has(name)) continue;
    const [, address] = ADDRESS.exec(strings.raw(name).trim().toLowerCase()) ?? [];
    if (address) written.set(name, address);
  }
  if (written.size === 0) return;
  const known = [...new Set(sides.flatMap((items) => items.map(({ email }) => email)))].sort();
  for (const [name, address] of written) written.set(name, completed(address, known));
  for (const row of rows) if (row.email === "") row.email = written.get(row.name) ?? NO_ADDRESS;
}

/** @param known sorted */
function completed(address: string, known: readonly string[]): string {
  let [from, to] = [0, known.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((known[middle] ?? "") < address) from = middle + 1;
    else to = middle;
  }
  const found = known[from] ?? NO_ADDRESS;
  const isOnly = !known[from + 1]?.startsWith(address);
  return found === address || (found.startsWith(address) && isOnly) ? found : NO_ADDRESS;
}
