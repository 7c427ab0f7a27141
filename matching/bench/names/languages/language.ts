import type { Weighted } from "../../random";

/** A word in the letters of its language, and in the Latin letters a to z, the commonest first. */
export interface Word {
  own: string;
  latin: readonly [string, ...string[]];
}

/** Names that go together; where family names have a feminine form, women and men are apart. */
export interface People {
  given: readonly Word[];
  family: readonly Word[];
  /** Patronymics, or the middle names of Vietnamese. */
  middle?: readonly Word[];
  /** Titles of these only, women or men. */
  titles?: readonly string[];
}

/** A legal form and the other ways it is written; an empty string leaves it out. */
export interface LegalForm {
  own: string;
  others: readonly string[];
  position: "before" | "after";
}

/** Texts with `{}` where the number or the name goes. */
export interface Phrases {
  invoice: readonly string[];
  paidBy: readonly string[];
  /** A bank transfer, which the processor never saw. */
  transfer: readonly string[];
  refund: string;
  thanks: string;
}

export interface Language {
  /** Weight among all languages. */
  share: number;
  /** The letters are not Latin. */
  otherScript: boolean;
  people: readonly People[];
  /** At home the family name comes first; between the names stands this in the own script. */
  familyFirst: boolean;
  space: string;
  /** People have two family names; which one remains when one is left out. */
  familyNames: "one" | "first of two" | "last of two";
  /** Titles that suit everybody. */
  titles: readonly string[];
  /** Put after the name instead. */
  titlesFollow: boolean;
  firms: readonly Word[];
  trades: readonly Word[];
  /** "Boulangerie Dupont" rather than "Dupont Maschinenbau". */
  tradeFirst: boolean;
  /** Around a company's name in the own script. */
  quotes: readonly [string, string];
  legalForms: readonly LegalForm[];
  mailHosts: readonly string[];
  countryDomain: string;
  /** For capitals, where they follow rules of their own: Turkish İ, Greek without accents. */
  locale?: string;
  /** International dialing code. */
  dialing: string;
  currencies: Weighted<string>;
  phrases: Phrases;
  /** The digits 0 to 9, where memos are sometimes written with others than ours. */
  digits?: string;
}

/** What most languages of Europe share. */
export const EUROPEAN = {
  otherScript: false,
  familyFirst: false,
  space: " ",
  familyNames: "one",
  titlesFollow: false,
  tradeFirst: false,
  quotes: ["", ""],
} as const;

/** "Ольга=Olga/Olha Анна=Anna": words with their Latin spellings; an underscore is a space. */
export function spelledWords(text: string): Word[] {
  return entries(text).map((entry) => {
    const [own = "", spellings = own] = entry.split("=");
    const [first = own, ...others] = spellings.split("/");
    return { own, latin: [first, ...others] };
  });
}

/** Words whose Latin spellings follow from a rule. */
export function words(text: string, latin: (own: string) => Word["latin"]): Word[] {
  return entries(text).map((own) => ({ own, latin: latin(own) }));
}

/** Words with other endings: the feminine of family names. */
export function inflected(
  list: readonly Word[],
  own: (word: string) => string,
  latin: (word: string) => string,
): Word[] {
  return list.map((word) => {
    const [first, ...others] = word.latin;
    return { own: own(word.own), latin: [latin(first), ...others.map(latin)] };
  });
}

/** Letters that Unicode does not take apart into a letter and its mark. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ø: "o", Ø: "O", æ: "ae", Æ: "Ae", ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i", œ: "oe" },
};

/** Without marks: "Łukasz" → "Lukasz". */
export function unmarked(text: string): string {
  return text
    .replace(/[ßøØæÆłŁđĐıœ]/g, (letter) => WHOLE_LETTERS[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}

const WITH_E: Readonly<Record<string, string>> = {
  ...{ ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", æ: "ae" },
  ...{ Ä: "Ae", Ö: "Oe", Ü: "Ue", Ø: "Oe", Å: "Aa", Æ: "Ae" },
};

/** German and Nordic usage: "Müller" → "Mueller", and without marks "Muller". */
export function spelledOut(text: string): Word["latin"] {
  const out = text.replace(/[äöüøåæÄÖÜØÅÆ]/g, (letter) => WITH_E[letter] ?? letter);
  return [unmarked(out), unmarked(text)];
}

/** Marks dropped, the only way in most languages. */
export function markless(text: string): Word["latin"] {
  return [unmarked(text)];
}

function entries(text: string): string[] {
  return text
    .trim()
    .split(/\s+/)
    .map((entry) => entry.replaceAll("_", " "));
}
