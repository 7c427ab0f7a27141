/**
 * Joiners that have an effect: inside an emoji, and between or after letters of scripts that shape them, such
 * as Persian and Hindi (UAX 31, 2.3); and the variation selector of coloured emoji.
 */
const JOINED = [
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu,
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\d#*])\ufe0f(?=\u20e3)/gu,
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}])[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}])/gu,
  // After a virama, also at the end of a word, as in Malayalam.
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/gu,
];
const HIDDEN =
  /[\p{Default_Ignorable_Code_Point}\p{C}\u2800\ufffc\ufffd\u{13441}\u{13442}\u{16fe4}\u{1d159}]|(?:^|\s)\p{M}|\p{M}{9}/u;

/**
 * Whether a name shows all that it is made of. Refused is what takes no room or no ink (zero width, fillers, tags, a
 * braille blank), what has no meaning to anybody else (private and unassigned characters), and marks without a letter
 * or in heaps: two names could look the same, and one couldn't be typed.
 */
export function isVisible(name: string): boolean {
  const shown = JOINED.reduce((text, joined) => text.replace(joined, ""), name);
  return !HIDDEN.test(shown);
}

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** As {@link isVisible}, also without joiners. */
export function isPlain(name: string): boolean {
  return isVisible(name) && name.search(IGNORABLE) === -1;
}

/** Normalizes spaces and composed letters (NFC), so that names that look the same are the same. */
export function tidyName(name: string): string {
  return name
    .normalize("NFC")
    .replace(/\p{Zs}+/gu, " ")
    .trim();
}

/** The key of a name: equal for names that differ only in width, ligatures, spaces, joiners or case (UAX 15, NFKC). */
export function nameKey(name: string): string {
  return tidyName(name.normalize("NFKC").replace(IGNORABLE, "")).toLowerCase();
}

/** Scripts whose letters can be mistaken for one another's. */
const ALIKE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

/** Whether a name mixes none of these scripts (UTS 39), such as a Cyrillic "а" among Latin letters. */
export function isOfOneScript(name: string): boolean {
  return ALIKE.filter((script) => script.test(name)).length <= 1;
}
