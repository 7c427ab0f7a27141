/**
 * The shop's own numbers in what a processor says of a payment: of invoices, orders and receipts. A field of Stripe's has
 * the same name from the API and from a report: "metadata.order_id", "description", "receipt_number", "invoice.number";
 * what a refund, dispute or transfer says itself begins with that: "refund.metadata.order_id".
 */

/** A number, and the field that has it. */
export interface FieldNumber {
  field: string;
  value: string;
}

const NUMBER_WORDS = new Set(
  "invoice inv order bill receipt quote estimate booking document reference ref po".split(" "),
);
const NUMBER_IN_TEXT =
  /(?:\b(?:invoice|inv|order|ord|bill|receipt|quote|ref|reference|no|nr)\b[\s.:#]+|#)((?:[a-z]{1,6}[-/])*\d[\w/-]*)/gi;
const CODE_IN_TEXT = /\b[A-Z]{1,6}-\d[\w-]*/g;

/** "order_id", "invoiceNumber", "PO"; but not "phone_number". */
export function namesNumber(key: string): boolean {
  const parts = key
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return parts.some((part) => NUMBER_WORDS.has(part));
}

/** Of one metadata entry: its value where the key says so, else the numbers that its text names. */
export function numbersOfMetadata(key: string, value: string): string[] {
  const text = value.trim();
  return namesNumber(key) && /^\S{1,64}$/.test(text) ? [text] : numbersInText(value);
}

/** "Order 2033" names 2033. */
export function numbersInText(text: string | null | undefined): string[] {
  if (!text) return [];
  const named = [...text.matchAll(NUMBER_IN_TEXT)].map(([, number]) => number ?? "");
  return [...named, ...(text.match(CODE_IN_TEXT) ?? [])];
}

/** The same number in one field counts once. */
export function distinctNumbers(numbers: readonly FieldNumber[]): FieldNumber[] {
  const byKey = new Map(numbers.map((each) => [`${each.field} ${each.value}`, each]));
  return [...byKey.values()].map(({ field, value }) => ({ field, value }));
}
