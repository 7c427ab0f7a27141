import { countBits } from "../collections/count-bits";
import { memoize } from "../collections/memoize";
import { writtenOut } from "./abbreviations";
import { isCompanyWord } from "./company-words";
import { nicknameGroups } from "./nicknames";
import { isSyllabic } from "./scripts";
import { tolerableEdits, withinEdits } from "./tokenize";
import { canonicalSpelling } from "./transliteration";

/** How two words agree, see {@link WORD_FITS}. */
export type WordFit = "exact" | "spelling" | "nickname" | "typo" | "initial" | "prefix";

/** A folded word, with what tells quickly that it agrees with no other. */
export interface Word {
  text: string;
  /** The same for spellings that differ by convention alone, and for an abbreviation. */
  spelling: string;
  /** Groups of given names that are one person's; undefined for none. */
  nicknames: readonly number[] | undefined;
  hasDigit: boolean;
  /** Whether it is a word of company names, as "bakery" and "consulting". */
  isOfCompany: boolean;
  /** Set of its letters, as bits. */
  letters: number;
}

/** The keys of a word by which typing errors are found. */
export type Lettered = Pick<Word, "text" | "letters">;

const DIGIT = /\d/;

/** @param text folded */
export const wordOf = memoize(
  (text): Word => ({
    text,
    spelling: canonicalSpelling(writtenOut(text)),
    nicknames: nicknameGroups(text),
    hasDigit: DIGIT.test(text),
    isOfCompany: isCompanyWord(text),
    letters: lettersOf(text),
  }),
);

/** Comparison levels of two words with their tests, strongest first. */
export const WORD_FITS: [WordFit, (a: Word, b: Word) => boolean][] = [
  ["exact", (a, b) => a.text === b.text],
  ["spelling", isSameSpelling],
  ["nickname", isNickname],
  ["typo", isMisspelled],
  ["prefix", isPrefix],
  ["initial", isInitial],
];

/** Tests for any of {@link WORD_FITS}. Two words rarely agree, so this is asked first. */
export function fits(a: Word, b: Word): boolean {
  const beginAlike = a.text.charCodeAt(0) === b.text.charCodeAt(0);
  return (
    (beginAlike && (isInitial(a, b) || isPrefix(a, b) || a.text === b.text)) ||
    isSameSpelling(a, b) ||
    isNickname(a, b) ||
    isMisspelled(a, b)
  );
}

/** Words without separators. */
export function joinedWord(words: readonly Word[]): Lettered {
  let [text, letters] = ["", 0];
  for (const word of words) {
    text += word.text;
    letters |= word.letters;
  }
  return { text, letters };
}

/** Tests for a typing error. Another ideograph or syllable is another word. */
export function isTypo(a: Lettered, b: Lettered): boolean {
  const [length, other] = [a.text.length, b.text.length];
  const limit = tolerableEdits(Math.min(length, other));
  // An edit adds a letter to the set, takes one away, or both.
  return (
    Math.abs(length - other) <= limit &&
    countBits(a.letters ^ b.letters) <= 2 * limit &&
    !isSyllabic(a.text) &&
    withinEdits(a.text, b.text, limit)
  );
}

/** Letters share bits; a set of more letters has no fewer bits. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) letters |= 1 << (text.charCodeAt(i) & 31);
  return letters;
}

function isSameSpelling(a: Word, b: Word): boolean {
  return a.spelling === b.spelling && a.spelling.length > 2 && b.spelling.length > 2;
}

/** Given names that are commonly one person's: "bob" and "robert". */
function isNickname({ nicknames }: Word, other: Word): boolean {
  if (!nicknames || !other.nicknames) return false;
  for (const group of other.nicknames) if (nicknames.includes(group)) return true;
  return false;
}

function isMisspelled(a: Word, b: Word): boolean {
  return !a.hasDigit && !b.hasDigit && isTypo(a, b);
}

function isPrefix({ text: a }: Word, { text: b }: Word): boolean {
  return Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a));
}

function isInitial({ text: a }: Word, { text: b }: Word): boolean {
  return Math.min(a.length, b.length) === 1 && a.charCodeAt(0) === b.charCodeAt(0);
}
