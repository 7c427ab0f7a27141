import { append } from "../collections/append";
import type { RecordSet } from "../records/records";
import type { NameForm } from "../text/names";
import { NONE, type StringTable } from "../text/string-table";
import { GivenNames } from "./given-names";

/** A word of more customers than this is too common to intersect with other words. */
const MAX_COUNTED = 1024;
const MAX_CACHED = 100_000;
const MIN_COMMON = 12;
const COMMON_SHARE = 0.01;
/** Prior share of payers whose texts have a word of a given name; it counts for `strength` payers. */
const WORD_IN_TEXTS = { share: 0.001, strength: 20 } as const;
const NO_INITIALS: readonly string[] = [];

/**
 * Term frequencies: how many distinct customers share words, and how many records share a
 * reference. Rare means distinctive.
 */
export class TermFrequency {
  /** Parsed names of the ledger's distinct customers, by word. */
  private readonly customersOf = new Map<string, NameForm[]>();
  /** Words in the lines of more payers than this are of the business, not of a customer. */
  private readonly common: number;
  private readonly sharingCache = new Map<string, number>();
  /** Payers whose lines' texts contain a word, of whom so many are told apart as are counted. */
  private readonly payersWithWord = new Map<string, Set<number>>();
  private readonly payers: number;
  private readonly itemsPerReference: Int32Array;
  private readonly rowsPerReference: Int32Array;
  private readonly givenNames: GivenNames;
  /** Words of customers' names, without those of memos. */
  private readonly inNames = new Set<string>();

  /** O(words + references). */
  constructor(records: RecordSet) {
    const { items, rows, strings } = records;
    this.givenNames = new GivenNames(records);
    this.itemsPerReference = countReferences(items, strings);
    this.rowsPerReference = countReferences(rows, strings);
    const keys = new Set<string>();
    for (const row of rows) {
      // A row without a customer is counted by its memo.
      const form = strings.form(row.name) ?? strings.form(row.text);
      if (!form || keys.has(form.key)) continue;
      keys.add(form.key);
      for (const word of new Set(form.words)) append(this.customersOf, word, form);
      if (row.name !== NONE) for (const word of form.words) this.inNames.add(word);
    }
    const payers = new Set<number>();
    for (const { line, text, name, index } of items) {
      // Each line without a name counts as another payer's.
      const payer = name === NONE ? -1 - index : name;
      payers.add(payer);
      const mentioned = line && strings.form(text);
      for (const word of mentioned ? new Set(mentioned.distinctive) : []) {
        if (this.isKnown(word)) this.addPayer(word, payer);
      }
    }
    this.payers = payers.size;
    this.common = Math.max(MIN_COMMON, payers.size * COMMON_SHARE);
  }

  /**
   * @param words folded words
   * @param initials first letters that further words of the customer have to have
   * @returns number of distinct ledger customers with all of these words, at least 1
   */
  customersSharing(words: readonly string[], initials: readonly string[] = NO_INITIALS): number {
    let rarest: NameForm[] | undefined;
    for (const word of words) {
      const customers = this.customersOf.get(word);
      if (customers && customers.length < (rarest?.length ?? Number.POSITIVE_INFINITY)) {
        rarest = customers;
      }
    }
    if (!rarest) return 1;
    if (words.length === 1 && initials.length === 0) return rarest.length;
    if (rarest.length > MAX_COUNTED) return rarest.length;
    const key = `${words.join(" ")} ${initials.join("")}`;
    let customersSharing = this.sharingCache.get(key);
    if (customersSharing === undefined) {
      customersSharing = Math.max(1, countWith(rarest, words, initials));
      if (this.sharingCache.size >= MAX_CACHED) this.sharingCache.clear();
      this.sharingCache.set(key, customersSharing);
    }
    return customersSharing;
  }

  private addPayer(word: string, payer: number): void {
    const payers = this.payersWithWord.get(word) ?? new Set();
    if (payers.size < MAX_COUNTED) payers.add(payer);
    this.payersWithWord.set(word, payers);
  }

  /**
   * How little it means that a line's text has these words: "tickets" is in everybody's.
   * @returns log2 of the share of other payers whose lines have the rarest of them; -Infinity where no other payer has them
   */
  inTextsOfPayers(words: readonly string[]): number {
    const { share, strength } = WORD_IN_TEXTS;
    let least = this.payers;
    for (const word of words) least = Math.min(least, this.payersWithWord.get(word)?.size ?? 0);
    const others = least - 1;
    if (others <= 0) return Number.NEGATIVE_INFINITY;
    return Math.log2((others + share * strength) / (this.payers + strength));
  }

  /** Whether all these words are given names: people who share nothing else are not related. */
  areGivenNames(words: readonly string[]): boolean {
    return words.every((word) => this.givenNames.has(word));
  }

  /** Whether a word is in the name of a person, on either side. */
  isOfPerson(word: string): boolean {
    return this.givenNames.isOfPerson(word);
  }

  /** True if a ledger customer's name contains this word. */
  isKnown(word: string): boolean {
    return this.customersOf.has(word);
  }

  /** True if a word of a line's text may name a customer: it is in the lines of few payers, and in a ledger name. */
  mayName(word: string): boolean {
    return this.inNames.has(word) && (this.payersWithWord.get(word)?.size ?? 0) <= this.common;
  }

  /**
   * @param reference id in the string table
   * @returns whether several items and several rows carry it, as the number of a matter or a customer
   */
  isOfSeveral(reference: number): boolean {
    return (
      Math.min(this.itemsPerReference[reference] ?? 0, this.rowsPerReference[reference] ?? 0) > 1
    );
  }

  /**
   * @param reference id in the string table
   * @returns number of pairs that this reference could join, at least 1
   */
  pairsSharing(reference: number): number {
    const left = this.itemsPerReference[reference] ?? 0;
    return Math.max(1, left) * Math.max(1, this.rowsPerReference[reference] ?? 0);
  }
}

function countWith(
  customers: NameForm[],
  words: readonly string[],
  initials: readonly string[],
): number {
  let count = 0;
  for (const customer of customers) if (hasAll(customer, words, initials)) count++;
  return count;
}

function hasAll(
  customer: NameForm,
  words: readonly string[],
  initials: readonly string[],
): boolean {
  for (const word of words) if (!customer.words.includes(word)) return false;
  for (const letter of initials) {
    if (!customer.words.some((word) => word[0] === letter)) return false;
  }
  return true;
}

function countReferences(
  records: { references: readonly number[] }[],
  strings: StringTable,
): Int32Array {
  const counts = new Int32Array(strings.referenceKeys.length);
  for (const record of records) {
    for (const reference of record.references) counts[reference] = (counts[reference] ?? 0) + 1;
  }
  return counts;
}
