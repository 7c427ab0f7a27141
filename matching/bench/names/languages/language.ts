import type { Weighted } from "../../random";
import written from "./languages.json";

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
  currencies: Weighted<string>;
  phrases: Phrases;
  /** The digits 0 to 9, where memos are sometimes written with others than ours. */
  digits?: string;
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

/** What most languages of Europe share; the file states only what differs. */
const EUROPEAN = {
  otherScript: false,
  familyFirst: false,
  space: " ",
  familyNames: "one",
  titlesFollow: false,
  tradeFirst: false,
  quotes: ["", ""],
} as const;

/** A language in the file: word lists as texts, currencies by weight. */
type Written = Partial<typeof EUROPEAN> &
  Omit<Language, keyof typeof EUROPEAN | "people" | "firms" | "trades" | "currencies"> & {
    people: readonly { given: string; family: string; middle?: string; titles?: string[] }[];
    firms: string;
    trades: string;
    currencies: Readonly<Record<string, number>>;
  };

/** The languages of customers abroad. */
export const LANGUAGES: readonly Language[] = (written as unknown as readonly Written[]).map(
  ({ people, firms, trades, currencies, ...rest }) => ({
    ...EUROPEAN,
    ...rest,
    people: people.map(({ given, family, middle, titles }) => ({
      given: words(given),
      family: words(family),
      ...(middle === undefined ? {} : { middle: words(middle) }),
      ...(titles === undefined ? {} : { titles }),
    })),
    firms: words(firms),
    trades: words(trades),
    currencies: Object.entries(currencies),
  }),
);

/**
 * "Ольга=Olga/Olha Łukasz": words with their Latin spellings, by default the word without marks; an
 * underscore is a space.
 */
function words(text: string): Word[] {
  return text.split(" ").map((entry) => {
    const [own = "", spellings = unmarked(own)] = entry.replaceAll("_", " ").split("=");
    const [first = own, ...others] = spellings.split("/");
    return { own, latin: [first, ...others] };
  });
}
