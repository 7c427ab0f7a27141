import { isNickname } from "./nicknames";
import { isDistinctive } from "./stop-words";
import { tolerableEdits, withinEdits, words } from "./tokenize";
import { canonicalSpelling } from "./transliteration";

const UNIT = /^(?:\d{1,4}[a-z]|[a-z]\d{1,4})$/;

/** A parsed name, or a parsed text that may contain one. Words are folded, without legal forms. */
export class NameForm {
  /** Sorted words: equal for "Smith, John" and "John Smith". */
  readonly key: string;
  /** Sets of first and last letters of the words, as bits. */
  readonly #firsts: number = 0;
  readonly #lasts: number = 0;
  #joined: string | undefined;
  #distinctive: readonly string[] | undefined;
  #units: readonly string[] | undefined;

  /** @param legal legal form ("llc"), which is no word of the name; empty for none */
  constructor(
    readonly words: string[],
    private readonly legal: string,
  ) {
    this.key = words.length > 1 ? [...words].sort().join(" ") : (words[0] ?? "");
    for (const word of words) {
      this.#firsts |= 1 << (word.charCodeAt(0) % 31);
      this.#lasts |= 1 << (word.charCodeAt(word.length - 1) % 31);
    }
  }

  /**
   * True if no word begins or ends like one of the other name: then they share none, not even
   * misspelled or truncated.
   */
  isDisjointFrom(other: NameForm): boolean {
    return (this.#firsts & other.#firsts) === 0 && (this.#lasts & other.#lasts) === 0;
  }

  /**
   * True for two different legal forms: "Acme LLC" and "Acme Inc" share a name and are two
   * companies.
   */
  isOtherCompanyThan(other: NameForm): boolean {
    return this.legal !== "" && other.legal !== "" && this.legal !== other.legal;
  }

  get hasLegalForm(): boolean {
    return this.legal !== "";
  }

  /** Words that can identify a customer in a text, without stop words and numbers. */
  get distinctive(): readonly string[] {
    this.#distinctive ??= this.words.filter(isDistinctive);
    return this.#distinctive;
  }

  /** Words like "3c" and "b12", which tell apart the units of a building or the jobs of a customer. */
  get units(): readonly string[] {
    this.#units ??= this.words.filter((word) => UNIT.test(word));
    return this.#units;
  }

  /** All words without separators. */
  get joined(): string {
    this.#joined ??= this.words.join("");
    return this.#joined;
  }
}

/** How two names relate: the comparison levels of names, before frequency. */
export type NameRelation =
  | "same_name"
  | "initials"
  | "similar_name"
  | "truncated_name"
  | "part_of_name"
  | "related_name"
  | "shared_word"
  | "names_differ"
  | "unknown";

interface NameComparison {
  relation: NameRelation;
  /** Words of the right name that the left one has, too: their rarity is the evidence. */
  shared: string[];
}

/** In shorter words one letter makes another name. */
const MIN_TYPO = 6;
/** Longer names are truncated for alignment: bits of a number. */
const MAX_WORDS = 30;
/** Legal forms, which are no part of a name, and other spellings of them. */
const LEGAL_FORMS = new Set(
  (
    "inc llc ltd corp co gmbh ag kg kgaa ug ohg gbr se sa sas sarl srl sl slu spa snc lda ltda bv nv vof ab oy " +
    "as aps pty plc lp llp pte kk ev cic cio ooo zao pao ip tov doo sro zoo ae epe"
  ).split(" "),
);
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ["incorporated", "inc"],
  ["limited", "ltd"],
  ["corporation", "corp"],
  ["company", "co"],
]);
const FILLERS = new Set("mr mrs ms dr the and und et y".split(" "));

/**
 * Parses a name: folds it, splits it into words and drops legal forms and titles, unless nothing
 * else is left.
 */
export function toNameForm(raw: string): NameForm {
  const all = withSpelledLegalForm(words(raw));
  const kept: string[] = [];
  let legal = "";
  for (const word of all) {
    const form = WRITTEN_OUT.get(word) ?? word;
    if (LEGAL_FORMS.has(form)) legal ||= form;
    else if (!FILLERS.has(word)) kept.push(word);
  }
  return kept.length > 0 ? new NameForm(kept, legal) : new NameForm(all, "");
}

/** "L.L.C." arrives as three words of one letter. */
function withSpelledLegalForm(all: string[]): string[] {
  for (const length of [4, 3, 2]) {
    const tail = all.slice(-length);
    if (all.length > length && tail.every((word) => word.length === 1)) {
      const form = tail.join("");
      if (LEGAL_FORMS.has(form)) return [...all.slice(0, -length), form];
    }
  }
  return all;
}

/** How two words agree, see {@link WORD_FITS}. */
export type WordFit = "exact" | "spelling" | "nickname" | "typo" | "initial" | "prefix";

/**
 * Compares two names. Handles word order, initials ("J. Smith"), typing errors, truncation and
 * names that contain each other; two contradicting given names are two people. O(w²) for w words.
 * @returns the relation, symmetric in a and b, and the words of b that a shares
 */
export function compareNames(a: NameForm, b: NameForm): NameComparison {
  if (a.words.length === 0 || b.words.length === 0) return { relation: "unknown", shared: [] };
  if (a.isDisjointFrom(b)) return { relation: "names_differ", shared: [] };
  if (a.key === b.key || a.joined === b.joined) return { relation: "same_name", shared: b.words };
  if (areOtherUnits(a, b)) {
    const shared = a.words.filter((word) => b.words.includes(word));
    return {
      relation: shared.some((word) => word.length >= 3) ? "related_name" : "names_differ",
      shared,
    };
  }
  const fits = alignWords(a.words, b.words);
  const relation =
    fullRelation(fits, a, b) ?? relationOfJoined(a, b) ?? partialRelation(fits, a, b);
  return { relation, shared: fits.filter((fit) => fit.how !== "initial").map((fit) => fit.right) };
}

/** One digit makes another name: "Route 66" and "Route 67". */
const DIGIT = /\d/;

function isTypo(a: string, b: string): boolean {
  return withinEdits(a, b, tolerableEdits(Math.min(a.length, b.length)));
}

/** Both carry numbers, and none in common: "Mill House:3C" and "Mill House:3D", "Route 66" and "Route 67". */
function areOtherUnits(a: NameForm, b: NameForm): boolean {
  const numbered = a.words.filter((word) => DIGIT.test(word));
  const others = b.words.filter((word) => DIGIT.test(word));
  return (
    numbered.length > 0 && others.length > 0 && !numbered.some((word) => others.includes(word))
  );
}

interface Fit {
  left: string;
  right: string;
  how: WordFit;
}

/** Comparison levels of two words with their tests, strongest first. */
export const WORD_FITS: [WordFit, (a: string, b: string) => boolean][] = [
  ["exact", (a, b) => a === b],
  [
    "spelling",
    (a, b) => a.length > 2 && b.length > 2 && canonicalSpelling(a) === canonicalSpelling(b),
  ],
  ["nickname", isNickname],
  ["typo", (a, b) => !DIGIT.test(a + b) && isTypo(a, b)],
  ["prefix", (a, b) => Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a))],
  ["initial", (a, b) => Math.min(a.length, b.length) === 1 && a[0] === b[0]],
];

/** Aligns the words of two names one to one, strongest level first, greedily. */
function alignWords(left: string[], right: string[]): Fit[] {
  const fits: Fit[] = [];
  let takenLeft = 0;
  let takenRight = 0;
  for (const [how, accepts] of WORD_FITS) {
    for (let j = 0; j < right.length && j < MAX_WORDS; j++) {
      if ((takenRight & (1 << j)) !== 0) continue;
      for (let i = 0; i < left.length && i < MAX_WORDS; i++) {
        if ((takenLeft & (1 << i)) !== 0) continue;
        const [a, b] = [left[i] ?? "", right[j] ?? ""];
        if (!accepts(a, b)) continue;
        fits.push({ left: a, right: b, how });
        takenLeft |= 1 << i;
        takenRight |= 1 << j;
        break;
      }
    }
  }
  return fits;
}

function fullRelation(fits: Fit[], a: NameForm, b: NameForm): NameRelation | null {
  if (fits.length < Math.min(a.words.length, b.words.length)) return null;
  const solid = fits.filter((fit) => fit.how !== "initial");
  if (!solid.some((fit) => Math.min(fit.left.length, fit.right.length) >= 3)) return "unknown";
  if (fits.some((fit) => fit.how === "initial")) return "initials";
  if (isOtherGivenName(fits)) return "related_name";
  if (fits.some((fit) => fit.how === "typo" || fit.how === "nickname")) return "similar_name";
  if (fits.some((fit) => fit.how === "prefix")) return "truncated_name";
  return a.words.length === b.words.length ? "same_name" : "part_of_name";
}

function relationOfJoined(a: NameForm, b: NameForm): NameRelation | null {
  const shorter = Math.min(a.joined.length, b.joined.length);
  if (shorter >= 6 && (a.joined.startsWith(b.joined) || b.joined.startsWith(a.joined))) {
    return "truncated_name";
  }
  return shorter >= 6 && !DIGIT.test(a.joined + b.joined) && isTypo(a.joined, b.joined)
    ? "similar_name"
    : null;
}

/**
 * "Mara Falk" and "Lara Falk", "Sean" and "Sena": in a short word one letter is another name, not a
 * typing error.
 */
function isOtherGivenName(fits: Fit[]): boolean {
  const typos = fits.filter(({ how }) => how === "typo");
  return (
    typos.length > 0 &&
    typos.every(({ left, right }) => Math.min(left.length, right.length) < MIN_TYPO)
  );
}

function partialRelation(fits: Fit[], a: NameForm, b: NameForm): NameRelation {
  const solid = fits.filter((fit) => fit.how !== "initial" && fit.right.length >= 4);
  const longest = Math.max(a.words.length, b.words.length);
  if (solid.length >= 2 && solid.length * 3 >= longest * 2) return "part_of_name";
  const whole = fits.some(({ how, right }) => how === "exact" && right.length >= 3);
  // "John Smith" and "Mary Smith" share a word and are two people, perhaps of one family.
  if (whole && longest <= 3) return "related_name";
  return solid.length > 0 && longest > 2 ? "shared_word" : "names_differ";
}
