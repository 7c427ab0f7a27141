import type { TermFrequency } from "./frequency";
import type { Experience } from "./history";
import { type Lexicon, NONE } from "./lexicon";
import { compareNames, emailFitsName, type NameForm, type NameRelation } from "./names";
import {
  FULL_NAME_IN_TEXT_BITS,
  MOST_WORD_BITS,
  NAME_BITS,
  NAMED_BITS,
  type NameLevel,
  WORD_BITS,
} from "./prior";
import type { Entry, Unit } from "./rows";
import { sharedWords, type TextFit } from "./wording";

/** What names, addresses and texts say about whether two rows are of one customer. */
export interface Likeness {
  level: NameLevel;
  bits: number;
}

const UNKNOWN: Likeness = { level: "unknown", bits: 0 };
const MOST_REMEMBERED = 200_000;
/** Both texts go on with other words than the shared ones. */
const ELSE_BITS = 3;
/** Legal forms get lost and mixed up, but seldom. */
const OTHER_COMPANY_BITS = 4;
const MANY_NAMES = 2 ** 26;

/** Compares customers; remembers what it has compared, within bounds. */
export class Customers {
  private readonly remembered = new Map<number, Likeness>();
  private readonly namesSomebody = new Map<number, boolean>();

  constructor(
    private readonly lexicon: Lexicon,
    private readonly terms: TermFrequency,
    private readonly experience: Experience,
  ) {}

  /** The best of what can be compared; what contradicts counts only where nothing agrees. */
  compare(unit: Unit, entry: Entry): Likeness {
    if (unit.email !== "" && unit.email === entry.email) {
      return { level: "same_email", bits: NAME_BITS.same_email };
    }
    const learned = this.experience.namesOf(unit, entry);
    if (learned) return { level: learned, bits: NAME_BITS[learned] };
    const direct = this.names(unit.name, entry.name);
    if (direct.bits > 0) return direct;
    const other = this.byEmail(unit, entry) ?? this.byText(unit, entry);
    return other && (other.bits > 0 || direct.level === "unknown") ? other : direct;
  }

  private names(left: number, right: number): Likeness {
    if (left === NONE || right === NONE) return UNKNOWN;
    const a = this.lexicon.form(left);
    const b = this.lexicon.form(right);
    if (!a || !b) return UNKNOWN;
    const { relation, shared } = compareNames(a, b);
    if (relation === "names_differ") return this.runTogether(a, b);
    if (relation === "unknown") return UNKNOWN;
    const cost = relation === "same_name" ? 0 : Math.log2(this.sharing(a, relation, shared));
    const least = relation === "shared_word" ? -2 : 1;
    const bits = NAME_BITS[relation] - cost - (a.isOtherCompanyThan(b) ? OTHER_COMPANY_BITS : 0);
    return { level: relation, bits: Math.max(least, bits) };
  }

  /** Of customers that share a surname only those count whose initials fit, too. */
  private sharing(name: NameForm, relation: NameRelation, words: string[]): number {
    if (relation !== "initials") return this.terms.customersSharing(words);
    const initials = name.words
      .filter((word) => !words.includes(word))
      .map((word) => word[0] ?? "");
    return this.terms.customersSharing(words, initials);
  }

  /** Names with signs of a wallet before them, or without blanks: "PAYPAL *HARBORCOFFEE". */
  private runTogether(a: NameForm, b: NameForm): Likeness {
    const mayBe =
      !a.isForeignTo(b) && a.words.some((word) => b.words.some((other) => word.startsWith(other)));
    const fits = mayBe ? sharedWords(a, b) : [];
    if (!fits.some(({ how }) => how === "joined") || !isWhole(fits, b)) {
      return { level: "names_differ", bits: NAME_BITS.names_differ };
    }
    const sharing = this.terms.customersSharing(fits.map(({ word }) => word));
    return { level: "part_of_name", bits: NAME_BITS.part_of_name - Math.log2(sharing) };
  }

  private byEmail(unit: Unit, entry: Entry): Likeness | null {
    if (unit.email === "" || unit.name !== NONE) return null;
    const customer = this.lexicon.form(entry.name);
    if (!customer || !emailFitsName(unit.email, customer)) return null;
    const bits = NAME_BITS.email_fits_name - Math.log2(this.terms.customersSharing(customer.words));
    return { level: "email_fits_name", bits: Math.max(1, bits) };
  }

  private byText(unit: Unit, entry: Entry): Likeness | null {
    // A phrase that many lines carry names nobody; a bank's text is all there is.
    const text = unit.line && this.lexicon.isStock(unit.text) ? NONE : unit.text;
    const note = unit.line && this.lexicon.isStock(entry.text) ? NONE : entry.text;
    let best: Likeness | null = null;
    for (const [left, right] of [
      [text, entry.name],
      [unit.name, note],
      [unit.line ? NONE : text, note],
    ] as const) {
      if (left === NONE || right === NONE) continue;
      const found = this.words(left, right, right === entry.name);
      if (found.bits > (best?.bits ?? 0)) best = found;
    }
    if (best || unit.line || unit.text === NONE) return best;
    if (entry.name === NONE && entry.text === NONE) return null;
    return this.namesAnybody(unit.text)
      ? { level: "text_differs", bits: NAME_BITS.text_differs }
      : null;
  }

  /** Words that a text shares with a name or with another text, the rarer the better. */
  private words(left: number, right: number, isName: boolean): Likeness {
    const a = this.lexicon.form(left);
    const b = this.lexicon.form(right);
    if (!a || !b) return UNKNOWN;
    if (a.telling.length === 0 || b.telling.length === 0) return UNKNOWN;
    return this.remember(left * MANY_NAMES + right, () => {
      const fits = sharedWords(a, b);
      if (fits.length === 0) return UNKNOWN;
      let bits = 0;
      for (const { how } of fits) bits += WORD_BITS[how];
      if (isName && isWhole(fits, b)) bits = Math.max(bits, wholeNameBits(fits));
      bits = Math.min(MOST_WORD_BITS, bits);
      // "Moreau Delphine" shares a word with "Delphine Castan", and both go on with another.
      if (isPart(fits, a) && isPart(fits, b)) bits -= ELSE_BITS;
      if (a.isOtherCompanyThan(b)) bits -= OTHER_COMPANY_BITS;
      const sharing = this.terms.customersSharing(fits.map(({ word }) => word));
      bits = Math.max(0, bits - Math.log2(sharing));
      return { level: bits >= NAMED_BITS ? "name_in_text" : "shared_word", bits };
    });
  }

  /** Whether a text names some customer of the books, whoever it is. */
  private namesAnybody(text: number): boolean {
    let known = this.namesSomebody.get(text);
    if (known === undefined) {
      const form = this.lexicon.form(text);
      known = !!form && form.telling.some((word) => this.terms.isKnown(word));
      this.namesSomebody.set(text, known);
    }
    return known;
  }

  private remember(key: number, compare: () => Likeness): Likeness {
    let known = this.remembered.get(key);
    if (!known) {
      known = compare();
      if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
      this.remembered.set(key, known);
    }
    return known;
  }
}

function wholeNameBits(fits: TextFit[]): number {
  const isFull = fits.length > 1 && fits.every(({ how }) => how === "exact" || how === "joined");
  return isFull ? FULL_NAME_IN_TEXT_BITS : NAME_BITS.name_in_text;
}

function isPart(fits: { word: string }[], text: NameForm): boolean {
  return fits.length < text.telling.length;
}

function isWhole(fits: { word: string }[], name: NameForm): boolean {
  const letters = fits.reduce((sum, { word }) => sum + word.length, 0);
  return letters >= 4 && fits.length >= name.telling.length;
}
