import { append } from "./grouping";
import type { Lexicon } from "./lexicon";
import type { NameForm } from "./names";
import type { Rows } from "./rows";

/** A word of more customers than this is too common for counting who else has the other words too. */
const MOST_COUNTED = 1024;
const MOST_REMEMBERED = 100_000;
const NO_INITIALS: string[] = [];

/** How many different customers share words, and how many rows a reference: rare means telling. */
export class TermFrequency {
  /** The customers of the ledger by the words of their names. */
  private readonly customersOf = new Map<string, NameForm[]>();
  private readonly counted = new Map<string, number>();
  private readonly unitsOfReference: Int32Array;
  private readonly entriesOfReference: Int32Array;

  constructor({ units, entries, lexicon }: Rows) {
    this.unitsOfReference = countReferences(units, lexicon);
    this.entriesOfReference = countReferences(entries, lexicon);
    const keys = new Set<string>();
    for (const entry of entries) {
      // Where the customer is not named, the memo stands for it.
      const form = lexicon.form(entry.name) ?? lexicon.form(entry.text);
      if (!form || keys.has(form.key)) continue;
      keys.add(form.key);
      for (const word of new Set(form.words)) append(this.customersOf, word, form);
    }
  }

  /**
   * Number of distinct ledger customers with all of these words; at least 1.
   * @param initials letters that further words of theirs have to begin with
   */
  customersSharing(words: string[], initials: string[] = NO_INITIALS): number {
    let rarest: NameForm[] | undefined;
    for (const word of words) {
      const customers = this.customersOf.get(word);
      if (customers && customers.length < (rarest?.length ?? Number.POSITIVE_INFINITY)) {
        rarest = customers;
      }
    }
    if (!rarest) return 1;
    if (words.length === 1 && initials.length === 0) return rarest.length;
    if (rarest.length > MOST_COUNTED) return rarest.length;
    const key = `${words.join(" ")} ${initials.join("")}`;
    let sharing = this.counted.get(key);
    if (sharing === undefined) {
      sharing = Math.max(1, countWith(rarest, words, initials));
      if (this.counted.size >= MOST_REMEMBERED) this.counted.clear();
      this.counted.set(key, sharing);
    }
    return sharing;
  }

  /** Whether some customer of the ledger bears this word. */
  isKnown(word: string): boolean {
    return this.customersOf.has(word);
  }

  /** Pairs of rows that this reference could join; 1 means it names one row on either side. */
  pairsSharing(reference: number): number {
    const left = this.unitsOfReference[reference] ?? 0;
    return Math.max(1, left) * Math.max(1, this.entriesOfReference[reference] ?? 0);
  }
}

function countWith(customers: NameForm[], words: string[], initials: string[]): number {
  let count = 0;
  for (const customer of customers) {
    const has = words.every((word) => customer.words.includes(word));
    const fits = initials.every((letter) => customer.words.some((word) => word[0] === letter));
    if (has && fits) count++;
  }
  return count;
}

function countReferences(rows: { references: number[] }[], lexicon: Lexicon): Int32Array {
  const counts = new Int32Array(lexicon.referenceKeys.length);
  for (const row of rows) {
    for (const reference of row.references) counts[reference] = (counts[reference] ?? 0) + 1;
  }
  return counts;
}

/** Index of the first day that is not before `day`. */
export function lowerBound(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
