import { EquivalenceClasses } from "../collections/equivalence-classes";
import type { StringTable } from "../text/string-table";
import type { LedgerRow } from "./records";

/** Slots of the hash table per record: few records collide that are not alike. */
const SLOTS_PER_RECORD = 8;

/**
 * Sets `interchangeClass` of records that agree in everything visible: any of them is as right a
 * partner as another. Keys are only built for records whose amount and day collide in a hash table,
 * because most records are alone. O(n).
 * @param records one side of the input; modified in place
 * @param amountOf minor units
 * @param keyOf everything visible of a record; empty for a record that equals no other
 */
export function classifyInterchangeable<Linked extends { interchangeClass: number; day: number }>(
  records: Linked[],
  amountOf: (record: Linked) => number,
  keyOf: (record: Linked) => string,
): void {
  const slots = 2 ** Math.ceil(Math.log2(records.length * SLOTS_PER_RECORD + 1));
  const slotCounts = new Uint8Array(slots);
  const slotOf = (record: Linked) =>
    (Math.imul(amountOf(record), 31) + Math.imul(record.day, 7919)) & (slots - 1);
  for (const record of records) {
    const slot = slotOf(record);
    slotCounts[slot] = Math.min(2, (slotCounts[slot] ?? 0) + 1);
  }
  const classes = new EquivalenceClasses();
  for (const record of records)
    record.interchangeClass = classes.of(slotCounts[slotOf(record)] === 1 ? "" : keyOf(record));
}

/**
 * Rows that stand for each other in the books: of one customer, amount and kind of record, whatever their day. "Walk-in
 * customer" is one customer, too. A row without a customer is a class of its own.
 */
export function booksClassOf(row: LedgerRow, strings: StringTable): string {
  const { index, name, email, customer, payment, currency, amount, methodHint, reversal } = row;
  const who = customer?.id ?? strings.form(name)?.key ?? (email || payment.customerName || "");
  const isElsewhere = methodHint === "offline" || methodHint === "numbered";
  const kind = `${payment.type} ${isElsewhere} ${reversal}`;
  return who === "" ? `${index}` : `${who} ${currency} ${amount} ${kind}`;
}
