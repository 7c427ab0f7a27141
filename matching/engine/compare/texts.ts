import { TEXT_AGREEMENTS, TEXT_RARITIES, TEXTS, type TextLevel } from "../parameters";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import { isMonth } from "../text/periods";
import { isDistinctive } from "../text/stop-words";
import { NONE, type StringTable } from "../text/string-table";
import { isTypo } from "../text/word-fits";
import { type CountedText, type Term, WordFrequency } from "./word-frequency";

/** How a line's description and a payment's memo compare. */
export interface TextComparison {
  level: TextLevel;
  /** Words that both say, as the line has them. */
  words: readonly string[];
}

const UNKNOWN: TextComparison = { level: "unknown", words: [] };
const NO_TERMS: readonly Term[] = [];
/** By rarity and agreement. */
const LEVELS: readonly (readonly TextLevel[])[] = TEXT_RARITIES.map((rarity) =>
  TEXT_AGREEMENTS.map((agreement): TextLevel => `${agreement} ${rarity}`),
);
const NO_WORDS: readonly string[] = [];
/** Longer texts are compared by their first words. */
const MAX_TERMS = 24;
/** Below so many letters a word has no abbreviation, unless the text ends with it. */
const MIN_ABBREVIATED = 3;

/** Words with a digit have so many characters at most. */
const MAX_CODE = 4;
const NUMBER = /^\d+$/;
const DIGIT = /\d/;

/** The words of a text that tell it from others. */
interface Said {
  terms: readonly Term[];
  /** Whether the text may go on after its last word. */
  last: Term | undefined;
  /** Of all words together. */
  bits: number;
}

const NOTHING_SAID: Said = { terms: NO_TERMS, last: undefined, bits: 0 };

/**
 * Compares what a line's description and a payment's memo say apart from the customers' names: "Battery", "Dues Emma", or
 * the unit of "Rent 4A", which may also be written in the payment's customer. The level is the share of the rarer words
 * that both have, and how rare these are; what it weighs is learned (TextRates).
 */
export class TextComparer {
  private readonly strings: StringTable;
  private readonly frequency: WordFrequency;
  private readonly said: (Said | undefined)[] = [];

  /** O(words). */
  constructor({ items, rows, strings }: RecordSet) {
    this.strings = strings;
    const lines = items.filter(({ line }) => line);
    this.frequency = new WordFrequency([lines, rows].map((records) => this.textsOf(records)));
  }

  /** Independent of the other records but for the frequency of words. O(w²) for w words. */
  compare(item: PayoutItem, row: LedgerRow): TextComparison {
    if (!item.line || item.text === NONE) return UNKNOWN;
    const line = this.saidIn(item.text);
    if (line.terms.length === 0) return UNKNOWN;
    const payer = this.strings.form(item.name)?.words ?? NO_WORDS;
    const customer = this.strings.form(row.name);
    const named = unitsIn(line, customer?.units ?? NO_WORDS, payer);
    if (named.length > 0) {
      const isRare = sumOf(named) >= TEXTS.bits[1];
      const level = isRare ? "same_unit_rare" : "same_unit_common";
      return { level, words: named.map(({ word }) => word.text) };
    }
    const memo = this.saidIn(row.text);
    if (Math.min(line.bits, memo.bits) < TEXTS.bits[0]) return UNKNOWN;
    const names = customer?.words ?? NO_WORDS;
    const left = withoutNames(line.terms, payer, names);
    const right = withoutNames(memo.terms, payer, names);
    const possible = Math.min(sumOf(left), sumOf(right));
    if (possible < TEXTS.bits[0]) return UNKNOWN;
    const { bits, words } = this.shared(left, right, [line.last, memo.last]);
    return { level: levelOf(bits / possible, possible), words };
  }

  /** Aligns the words of two texts one to one, equal ones first. */
  private shared(
    left: readonly Term[],
    right: readonly Term[],
    last: readonly (Term | undefined)[],
  ): { bits: number; words: string[] } {
    const words: string[] = [];
    let bits = 0;
    // Equal words are one term.
    for (const term of left) {
      if (!right.includes(term)) continue;
      words.push(term.word.text);
      bits += term.bits;
    }
    if (words.length === left.length || words.length === right.length) return { bits, words };
    const open = right.filter((term) => !left.includes(term));
    for (const term of left) {
      if (right.includes(term)) continue;
      for (let at = 0; at < open.length; at++) {
        const other = open[at] ?? term;
        const weight = this.likeness(term, other, last[0] === term, last[1] === other);
        if (weight <= 0) continue;
        open.splice(at, 1);
        words.push(term.word.text);
        bits += weight;
        break;
      }
    }
    return { bits, words };
  }

  /** @returns bits of two words that are written differently; 0 where they are two words */
  private likeness(a: Term, b: Term, isLast: boolean, isOtherLast: boolean): number {
    const [short, long] = a.word.text.length < b.word.text.length ? [a, b] : [b, a];
    const isCutOff = short === a ? isLast : isOtherLast;
    if (long.word.text.startsWith(short.word.text)) {
      const mayAbbreviate = isCutOff || short.word.text.length >= MIN_ABBREVIATED;
      return mayAbbreviate
        ? Math.min(long.bits, this.frequency.bitsOfBeginning(short.word.text))
        : 0;
    }
    const isSpelling = !a.word.hasDigit && !b.word.hasDigit && isTypo(a.word, b.word);
    return isSpelling ? Math.max(0, Math.min(a.bits, b.bits) - TEXTS.misspelled) : 0;
  }

  private saidIn(text: number): Said {
    if (text === NONE) return NOTHING_SAID;
    let said = this.said[text];
    if (said) return said;
    const words = this.wordsOf(text);
    const terms = words.slice(0, MAX_TERMS).map((word) => this.frequency.term(word));
    const all = this.strings.form(text)?.words ?? [];
    const ending = all[all.length - 1];
    const last = terms.find(({ word }) => word.text === ending);
    said = { terms: terms.length > 0 ? terms : NO_TERMS, last, bits: sumOf(terms) };
    this.said[text] = said;
    return said;
  }

  /** The words of each text, and how many records have it. */
  private *textsOf(records: readonly { text: number }[]): Generator<CountedText> {
    const counts = new Map<number, number>();
    for (const { text } of records) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const [text, times] of counts) yield { words: this.wordsOf(text), times };
  }

  /** Each once. Numbers and periods are compared as such. */
  private wordsOf(text: number): readonly string[] {
    const form = this.strings.form(text);
    return form ? [...new Set(form.words.filter(isTelling))] : [];
  }
}

function isTelling(word: string): boolean {
  if (NUMBER.test(word) || isMonth(word)) return false;
  // Longer ones with a digit are references.
  if (DIGIT.test(word)) return word.length <= MAX_CODE;
  return word.length < MIN_ABBREVIATED || isDistinctive(word);
}

/** Units of the payment's customer that a line names, and that are no word of its payer's name. */
function unitsIn(
  { terms }: Said,
  units: readonly string[],
  payer: readonly string[],
): readonly Term[] {
  if (units.length === 0) return NO_TERMS;
  return terms.filter(({ word: { text } }) => units.includes(text) && !payer.includes(text));
}

function withoutNames(
  terms: readonly Term[],
  payer: readonly string[],
  customer: readonly string[],
): readonly Term[] {
  const isName = ({ word: { text } }: Term) => payer.includes(text) || customer.includes(text);
  return terms.some(isName) ? terms.filter((term) => !isName(term)) : terms;
}

function sumOf(terms: readonly Term[]): number {
  let sum = 0;
  for (const { bits } of terms) sum += bits;
  return sum;
}

/**
 * @param share of what could be in both texts and is
 * @param possible bits of what could be
 */
function levelOf(share: number, possible: number): TextLevel {
  const rarity = LEVELS[stepsReached(TEXTS.bits, possible) - 1];
  return rarity?.[stepsReached(TEXTS.shares, share)] ?? "unknown";
}

function stepsReached(steps: readonly number[], value: number): number {
  let reached = 0;
  for (const from of steps) if (value >= from) reached++;
  return reached;
}
