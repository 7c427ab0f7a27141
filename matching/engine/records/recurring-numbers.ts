import type { PayoutItem } from "./records";

/** A number that stands alone, with the word before it, and is no date, amount or year: "pt #10706", "Visa 6651". */
const NUMBER =
  /(?:(\p{L}+)[\s#:.*]*)?(?<![\p{L}\p{N}.,:/-])(?!(?:19|20)\d{2}(?!\d))(\d{4,10})(?![\p{L}\p{N}%]|[.,:/-]\d)/gu;
const LONG = /\d{4}/;
/** A number on more lines is no payer's. */
const MAX_LINES = 64;
const NOTHING: readonly RecurringNumber[] = [];

/** A number and its label. */
export interface RecurringNumber {
  number: string;
  /** The word before it in lower case, or its field; empty for none. */
  label: string;
}

/**
 * Numbers that several lines have in common: a customer's, a member's, a card's last four digits. O(lines).
 * @returns those of a line, in the order in which it names them, also of one that came later
 */
export function recurringNumbers(
  items: readonly PayoutItem[],
): (item: PayoutItem) => readonly RecurringNumber[] {
  const known = items.map(numbersOf);
  const lines = new Map<string, number>();
  for (const found of known) {
    const numbers = new Set(found.map(({ number }) => number));
    for (const number of numbers) lines.set(number, (lines.get(number) ?? 0) + 1);
  }
  const isRecurring = ({ number }: RecurringNumber) => {
    const count = lines.get(number) ?? 0;
    return count > 1 && count <= MAX_LINES;
  };
  return (item) => {
    const found = known[item.index] ?? numbersOf(item);
    return found.length === 0 ? found : found.filter(isRecurring);
  };
}

function numbersOf({ line }: PayoutItem): readonly RecurringNumber[] {
  const stated = line?.numbers ?? [];
  const description = line?.description ?? "";
  if (stated.length === 0 && !LONG.test(description)) return NOTHING;
  const written = [...description.matchAll(NUMBER)].map(([, label = "", number = ""]) => {
    return { number, label: label.toLowerCase() };
  });
  return [...written, ...stated.map(({ field, value }) => ({ number: value, label: field }))];
}
