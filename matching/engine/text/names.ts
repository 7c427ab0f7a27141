import { fitted } from "../collections/fitted";
import { memoize } from "../collections/memoize";
import { compareAcrossScripts } from "./across-scripts";
import { areOtherForms, withoutLegalForm } from "./legal-forms";
import { isSyllabic, lettersIn, scriptOf } from "./scripts";
import { isDistinctive } from "./stop-words";
import { words } from "./tokenize";
import { unitsIn } from "./units";
import {
  fits,
  isTypo,
  joinedWord,
  type Lettered,
  WORD_FITS,
  type Word,
  type WordFit,
  wordOf,
} from "./word-fits";

/** A parsed name, or a parsed text that may contain one. Words are folded, without legal forms. */
export class NameForm {
  /** Sets of first and last letters of the words, as bits. */
  readonly #firsts: number = 0;
  readonly #lasts: number = 0;
  /** Writing systems of the words, as bits. */
  readonly scripts: number = 0;
  #whole: Lettered | undefined;
  #parsed: readonly Word[] | undefined;
  #numbered: readonly string[] | undefined;
  #key: string | undefined;
  #distinctive: readonly string[] | undefined;
  #units: readonly string[] | undefined;

  /**
   * @param legal legal form ("llc"), which is no word of the name; empty for none
   * @param raw as written
   */
  constructor(
    readonly words: string[],
    private readonly legal: string,
    private readonly raw: string,
  ) {
    for (const word of words) {
      this.#firsts |= 1 << (word.charCodeAt(0) % 31);
      this.#lasts |= 1 << (word.charCodeAt(word.length - 1) % 31);
      this.scripts |= scriptOf(word);
    }
  }

  /** Sorted words: equal for "Smith, John" and "John Smith". */
  get key(): string {
    this.#key ??= this.words.length > 1 ? [...this.words].sort().join(" ") : (this.words[0] ?? "");
    return this.#key;
  }

  withWords(words: string[]): NameForm {
    return new NameForm(words, this.legal, this.raw);
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
    return areOtherForms(this.legal, other.legal);
  }

  get hasLegalForm(): boolean {
    return this.legal !== "";
  }

  /** Words that can identify a customer in a text, without stop words and numbers. */
  get distinctive(): readonly string[] {
    this.#distinctive ??= fitted(this.words.filter(isDistinctive));
    return this.#distinctive;
  }

  /** What tells apart the units of a building or the jobs of a customer: "3c", "12" of "Unit 12". */
  get units(): readonly string[] {
    this.#units ??= unitsIn(this.raw);
    return this.#units;
  }

  /** The words, with what comparing them takes. */
  get parsed(): readonly Word[] {
    this.#parsed ??= this.words.map(wordOf);
    return this.#parsed;
  }

  /** Words with a digit. */
  get numbered(): readonly string[] {
    this.#numbered ??= fitted(this.words.filter((word) => DIGIT.test(word)));
    return this.#numbered;
  }

  /** All words as one, without separators. */
  get whole(): Lettered {
    this.#whole ??= joinedWord(this.parsed);
    return this.#whole;
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

const UNKNOWN: NameComparison = { relation: "unknown", shared: [] };
const NAMES_DIFFER: NameComparison = { relation: "names_differ", shared: [] };

/** In shorter words one letter makes another name. */
const MIN_TYPO = 6;
/** Longer names are truncated for alignment: bits of a number. */
const MAX_WORDS = 30;
/**
 * Parses a name: folds it, splits it into words and drops legal forms and titles, unless nothing
 * else is left.
 */
export function toNameForm(raw: string): NameForm {
  const bare = withoutLegalForm(words(raw).map(interned));
  return new NameForm(bare.words.slice(), bare.legal, raw);
}

/** One string per word, of millions of equal ones. */
const interned = memoize((word) => word);

/**
 * Compares two names. Handles word order, initials ("J. Smith"), typing errors, truncation and
 * names that contain each other; two contradicting given names are two people. O(w²) for w words.
 * @returns the relation, symmetric in a and b, and the words of b that a shares
 */
export function compareNames(a: NameForm, b: NameForm): NameComparison {
  if (a.words.length === 0 || b.words.length === 0) return UNKNOWN;
  if (a.isDisjointFrom(b)) return differing(a, b);
  if (a.key === b.key || a.whole.text === b.whole.text || areTurnedAround(a, b))
    return { relation: "same_name", shared: b.words };
  const joined = a.words.length === b.words.length ? null : withJoinedWords(a, b);
  if (joined) return compareNames(...joined);
  if (areOtherUnits(a, b)) {
    const shared = a.words.filter((word) => b.words.includes(word));
    return {
      relation: shared.some((word) => word.length >= 3) ? "related_name" : "names_differ",
      shared,
    };
  }
  const aligned = alignWords(a.parsed, b.parsed);
  if (aligned.length === 0) {
    const relation = relationOfJoined(a, b, aligned);
    return relation ? { relation, shared: [] } : differing(a, b);
  }
  const relation =
    fullRelation(aligned, a, b) ??
    relationOfJoined(a, b, aligned) ??
    partialRelation(aligned, a, b);
  if (relation === "names_differ") return differing(a, b);
  const shared = aligned.filter(({ how }) => how !== "initial").map(({ right }) => right);
  return { relation, shared };
}

/**
 * Names without a fit. Where each has a word in a script that the other lacks, nobody but a reader of both can tell
 * whether they differ; what is read alike by its consonants or syllables agrees.
 */
function differing(a: NameForm, b: NameForm): NameComparison {
  if ((a.scripts & ~b.scripts) === 0 || (b.scripts & ~a.scripts) === 0) return NAMES_DIFFER;
  const { relation, family } = compareAcrossScripts(a, b);
  const shared =
    relation === "similar_name" ? b.words : b.words.filter((word) => family.includes(word));
  return { relation, shared };
}

/** "田中大輔" and "大輔 田中": family and given name in the other order, one of them without a blank. */
function areTurnedAround(a: NameForm, b: NameForm): boolean {
  const [left, right] = [a.whole.text, b.whole.text];
  return left.length === right.length && isSyllabic(left) && (left + left).includes(right);
}

/** "Jian Guo Li" and "Li Jianguo", "Al Hassan" and "Alhassan": the longer name with the words joined as the other has them. */
function withJoinedWords(a: NameForm, b: NameForm): [NameForm, NameForm] | null {
  const isLonger = a.words.length > b.words.length;
  const [long, short] = isLonger ? [a, b] : [b, a];
  if (short.words.length < 2) return null;
  for (let at = 1; at < long.words.length; at++) {
    const [one = "", other = ""] = [long.words[at - 1], long.words[at]];
    const word = short.words.find((each) => isJoined(each, one, other));
    if (word === undefined) continue;
    const joined = long.withWords([
      ...long.words.slice(0, at - 1),
      word,
      ...long.words.slice(at + 1),
    ]);
    return isLonger ? [joined, b] : [a, joined];
  }
  return null;
}

function isJoined(word: string, start: string, end: string): boolean {
  return word.length === start.length + end.length && word.startsWith(start) && word.endsWith(end);
}

/** One digit makes another name: "Route 66" and "Route 67". */
const DIGIT = /\d/;

/** Both carry numbers, and none in common: "Mill House:3C" and "Mill House:3D", "Route 66" and "Route 67". */
function areOtherUnits({ numbered }: NameForm, { numbered: others }: NameForm): boolean {
  return (
    numbered.length > 0 && others.length > 0 && !numbered.some((word) => others.includes(word))
  );
}

interface Fit {
  left: string;
  right: string;
  how: WordFit;
}

const NO_FITS: Fit[] = [];

/** Aligns the words of two names one to one, strongest level first, greedily. */
function alignWords(left: readonly Word[], right: readonly Word[]): Fit[] {
  if (!fitAnywhere(left, right)) return NO_FITS;
  const aligned: Fit[] = [];
  let takenLeft = 0;
  let takenRight = 0;
  for (const [how, accepts] of WORD_FITS) {
    for (let j = 0; j < right.length && j < MAX_WORDS; j++) {
      const b = right[j];
      if (!b || (takenRight & (1 << j)) !== 0) continue;
      for (let i = 0; i < left.length && i < MAX_WORDS; i++) {
        const a = left[i];
        if (!a || (takenLeft & (1 << i)) !== 0 || !accepts(a, b)) continue;
        aligned.push({ left: a.text, right: b.text, how });
        takenLeft |= 1 << i;
        takenRight |= 1 << j;
        break;
      }
    }
  }
  return aligned;
}

function fitAnywhere(left: readonly Word[], right: readonly Word[]): boolean {
  for (const a of left) for (const b of right) if (fits(a, b)) return true;
  return false;
}

function fullRelation(fits: Fit[], a: NameForm, b: NameForm): NameRelation | null {
  if (fits.length < Math.min(a.words.length, b.words.length)) return null;
  const solid = fits.filter((fit) => fit.how !== "initial");
  if (!solid.some((fit) => Math.min(lettersIn(fit.left), lettersIn(fit.right)) >= 3))
    return "unknown";
  if (fits.some((fit) => fit.how === "initial")) return "initials";
  if (isOtherGivenName(fits)) return "related_name";
  if (fits.some((fit) => fit.how === "typo" || fit.how === "nickname")) return "similar_name";
  if (fits.some((fit) => fit.how === "prefix")) return "truncated_name";
  return a.words.length === b.words.length ? "same_name" : "part_of_name";
}

function relationOfJoined(a: NameForm, b: NameForm, aligned: readonly Fit[]): NameRelation | null {
  const [left, right] = [a.whole.text, b.whole.text];
  if (Math.min(left.length, right.length) < 6) return null;
  if (left.startsWith(right) || right.startsWith(left)) return "truncated_name";
  const hasDigit = a.numbered.length > 0 || b.numbered.length > 0;
  // "Li Siyuan" and "Lin Siyuan": word by word, one is another word and no typing error.
  const isJudged = aligned.length > 0 && a.words.length === b.words.length;
  return !hasDigit && !isJudged && isTypo(a.whole, b.whole) ? "similar_name" : null;
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

/** "Ana Ruiz Soler" and "Ana Ruiz Vega": each has a further word, and none is an initial. */
function bothContinue(fits: readonly Fit[], a: NameForm, b: NameForm): boolean {
  const left = fits.map((fit) => fit.left);
  const right = fits.map((fit) => fit.right);
  const goesOn = (words: readonly string[], taken: readonly string[]) =>
    words.some((word) => lettersIn(word) >= 3 && !taken.includes(word));
  return goesOn(a.words, left) && goesOn(b.words, right);
}

/** The same word, or "Falk" and "the Falks". */
function isWholeWord({ how, left, right }: Fit): boolean {
  return how === "exact" || how === "spelling" || left === `${right}s` || right === `${left}s`;
}

function partialRelation(fits: Fit[], a: NameForm, b: NameForm): NameRelation {
  const solid = fits.filter((fit) => fit.how !== "initial" && lettersIn(fit.right) >= 4);
  const longest = Math.max(a.words.length, b.words.length);
  if (solid.length >= 2 && solid.length * 3 >= longest * 2) {
    return bothContinue(fits, a, b) ? "related_name" : "part_of_name";
  }
  const whole = fits.some((fit) => isWholeWord(fit) && lettersIn(fit.right) >= 3);
  // "John Smith" and "Mary Smith" share a word and are two people, perhaps of one family.
  if (whole && longest <= 3) return "related_name";
  return solid.length > 0 && longest > 2 ? "shared_word" : "names_differ";
}
