/** Writing systems that can't be compared with each other letter by letter, as bits. */
export const SCRIPT = {
  none: 0,
  /** Also Cyrillic, Greek and kana, which are written in Latin when folded. */
  latin: 1,
  arabic: 2,
  hebrew: 4,
  /** Ideographs, also with kana between them. */
  han: 8,
  hangul: 16,
  /** Thai, Devanagari and all others. */
  other: 32,
} as const;

/** Where writing systems begin, by code unit; the first whose end lies above a letter is its own. */
const ENDS: readonly (readonly [end: number, script: number])[] = [
  [0x58f, SCRIPT.latin],
  [0x600, SCRIPT.hebrew],
  [0x780, SCRIPT.arabic],
  [0x1100, SCRIPT.other],
  [0x1200, SCRIPT.hangul],
  [0x1e00, SCRIPT.other],
  [0x2e80, SCRIPT.latin],
  [0xa000, SCRIPT.han],
  [0xac00, SCRIPT.other],
  [0xd800, SCRIPT.hangul],
  [0xe000, SCRIPT.han],
  [0xf900, SCRIPT.other],
  [0xfb00, SCRIPT.han],
  [0xfb1d, SCRIPT.latin],
  [0xfb50, SCRIPT.hebrew],
  [0xff00, SCRIPT.arabic],
];

/** @returns the writing system of a folded word, of one bit; none for a number */
export function scriptOf(word: string): number {
  const code = word.charCodeAt(0);
  if (code < 0x80) return code >= 48 && code <= 57 ? SCRIPT.none : SCRIPT.latin;
  for (const [end, script] of ENDS) if (code < end) return script;
  return SCRIPT.other;
}

/** Whether one sign is a syllable or more, so that another sign makes another name. */
export function isSyllabic(word: string): boolean {
  return (scriptOf(word) & (SCRIPT.han | SCRIPT.hangul)) !== 0;
}

/** @returns how many letters a word is worth: an ideograph or a Hangul syllable is as telling as two */
export function lettersIn(word: string): number {
  return isSyllabic(word) ? 2 * word.length : word.length;
}
