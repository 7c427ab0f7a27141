import { transliterate } from "./transliteration";

/** Accents, Arabic and Hebrew vowel points, and the stroke that lengthens Arabic words; not the vowels of Indic scripts. */
const MARKS =
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]+/g;
/** Between a letter or digit and an ideograph, which a text without blanks puts next to each other. */
const BORDER =
  /(?<=[a-z0-9])(?=[\u2e80-\u9fff\uac00-\ud7ff])|(?<=[\u2e80-\u9fff\uac00-\ud7ff])(?=[a-z0-9])/g;
/** Letters that Unicode decomposition leaves as they are. */
const LETTERS: Record<string, string> = {
  ß: "ss",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
const ASCII = /^[\u0020-\u007e]*$/;

/** Lower case without diacritics: "Müller" → "muller", "Strauß" → "strauss". */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const folded = text
    .normalize("NFKD")
    .replace(MARKS, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
  return transliterate(folded);
}

/**
 * Splits a text into folded words of letters and digits; an apostrophe joins ("O'Brien" →
 * "obrien").
 */
export function words(text: string): string[] {
  const folded = fold(text).replace(/['’`׳״]/g, "");
  if (ASCII.test(folded)) return asciiWords(folded);
  const parted = folded.replace(BORDER, " ");
  return parted.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
}

/** The common case, several times faster than a regular expression. */
function asciiWords(folded: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (let at = 0; at <= folded.length; at++) {
    if (at < folded.length && isLetterOrDigit(folded.charCodeAt(at))) continue;
    if (at > start) found.push(folded.slice(start, at));
    start = at + 1;
  }
  return found;
}

/** @param code of a lower-case ASCII character */
function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/**
 * Tests whether the Damerau–Levenshtein distance (insert, delete, replace, swap neighbors) is at
 * most `limit`. Exponential in `limit`, which is at most 2 here.
 */
export function withinEdits(a: string, b: string, limit: number): boolean {
  return Math.abs(a.length - b.length) <= limit && isWithin(a, 0, b, 0, limit);
}

/** Skips the common prefix, then tries each edit. */
function isWithin(a: string, from: number, b: string, start: number, limit: number): boolean {
  let [i, j] = [from, start];
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i++;
    j++;
  }
  const [left, right] = [a.length - i, b.length - j];
  if (left === 0 || right === 0) return left + right <= limit;
  if (limit === 0 || Math.abs(left - right) > limit) return false;
  const isSwap = a.charCodeAt(i) === b.charCodeAt(j + 1) && a.charCodeAt(i + 1) === b.charCodeAt(j);
  return (
    isWithin(a, i + 1, b, j + 1, limit - 1) ||
    isWithin(a, i + 1, b, j, limit - 1) ||
    isWithin(a, i, b, j + 1, limit - 1) ||
    (isSwap && isWithin(a, i + 2, b, j + 2, limit - 1))
  );
}

/** Number of edits that a word of this length may be off and still be the same word with a typo. */
export function tolerableEdits(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}
