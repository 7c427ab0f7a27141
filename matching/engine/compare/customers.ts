import { fitted } from "../collections/fitted";
import { PairCache } from "../collections/pair-cache";
import {
  FULL_NAME_IN_TEXT_WEIGHT,
  MAX_WORD_MATCH_WEIGHT,
  NAME_MATCH_WEIGHTS,
  NAMED_WEIGHT,
  type NameLevel,
  WORD_MATCH_WEIGHTS,
} from "../parameters";
import { emailsOf, namesOf } from "../records/customer-profile";
import type { LedgerRow, PayoutItem } from "../records/records";
import { isPrivateDomain, mailDomain } from "../text/mail-domains";
import { labelFitsName, mailboxFitsName, mailLabels, surnameOfMailbox } from "../text/mail-names";
import { isCompanyName } from "../text/name-kind";
import { compareNames, type NameForm, type NameRelation } from "../text/names";
import { isJoinedInText, isReadInText } from "../text/read-in-text";
import { NONE, type StringTable } from "../text/string-table";
import { sharedWords } from "../text/token-overlap";
import type { OwnCustomers } from "./own-customers";
import type { PastDecisions } from "./past-decisions";
import type { TermFrequency } from "./term-frequency";
import { isOtherUnit, isPart, isWhole, wholeNameMatchWeight } from "./text-agreement";

/** Comparison level of two records' customers, and its match weight in bits. */
export interface CustomerComparison {
  level: NameLevel;
  weight: number;
}

const ANOTHER: CustomerComparison = {
  level: "other_customer",
  weight: NAME_MATCH_WEIGHTS.other_customer,
};
const NAMES_DIFFER: CustomerComparison = {
  level: "names_differ",
  weight: NAME_MATCH_WEIGHTS.names_differ,
};
const OTHER_KIND: CustomerComparison = {
  level: "other_kind",
  weight: NAME_MATCH_WEIGHTS.other_kind,
};
const SAME_EMAIL: CustomerComparison = {
  level: "same_email",
  weight: NAME_MATCH_WEIGHTS.same_email,
};
/** Bits lost where two names share an address, as families and colleagues do. */
const SHARED_ADDRESS_PENALTY = 9;
const SHARED_EMAIL: CustomerComparison = {
  level: "same_email",
  weight: NAME_MATCH_WEIGHTS.same_email - SHARED_ADDRESS_PENALTY,
};
const SAME_PHONE: CustomerComparison = {
  level: "same_phone",
  weight: NAME_MATCH_WEIGHTS.same_phone,
};
const NOBODY: readonly string[] = [];
const UNKNOWN: CustomerComparison = { level: "unknown", weight: 0 };
const NO_FITS: ReturnType<typeof sharedWords> = [];
/** Remembered comparisons of names, and of texts. */
const REMEMBERED_PAIRS = 2 ** 19;
/** Bits lost where both texts have further words besides the shared ones. */
const BOTH_CONTINUE_PENALTY = 3;
/** Bits lost for two different legal forms: they get lost and mixed up, but seldom. */
const LEGAL_FORM_PENALTY = 4;
/** Two names at one address. */
const SHARED_ADDRESS: ReadonlySet<NameLevel> = new Set(["related_name", "names_differ"]);
/** Letters and a number behind them. */
const USER_NAME = /^\p{L}{4,}\d{1,4}$/u;
/** Bits lost where the payer is in the books by the very name, and the row has it differently. */
const OTHER_SPELLING_PENALTY = 5;
/** Among so many customers a shared surname or building is looked for. */
const TYPICAL_CUSTOMERS = 512;

/**
 * Compares the customers of an item and a row by name, e-mail address and text. Comparisons of
 * names and of texts are remembered.
 */
export class CustomerComparer {
  private readonly knownNames = new PairCache<CustomerComparison>(REMEMBERED_PAIRS);
  private readonly knownTexts = new PairCache<CustomerComparison>(REMEMBERED_PAIRS);
  private readonly mentionsCache = new Map<number, boolean>();
  /** Words of each text that may name a customer. */
  private readonly named: (readonly string[] | undefined)[] = [];

  constructor(
    private readonly strings: StringTable,
    private readonly terms: TermFrequency,
    private readonly pastDecisions: PastDecisions,
    private readonly ownCustomers: OwnCustomers,
  ) {}

  /**
   * @returns the best level that agrees, of the records themselves or of what else is known of
   * their customers; a disagreement only where nothing agrees; `unknown` with weight 0 where a side
   * shows no customer
   */
  compare(item: PayoutItem, row: LedgerRow): CustomerComparison {
    const shown = this.compareShown(item, row);
    if (shown.weight >= NAMED_WEIGHT || (!item.customer && !row.customer)) return shown;
    let best = this.compareNumbers(item, row) ?? shown;
    const [names, others] = [namesOf(item), namesOf(row)];
    for (const left of names) {
      for (const right of others) {
        const found = this.compareNames(left, right);
        if (found.weight > Math.max(0, best.weight)) best = found;
      }
    }
    for (const [emails, candidates] of [
      [emailsOf(item), others],
      [emailsOf(row), names],
    ] as const) {
      for (const email of emails) {
        for (const name of candidates) {
          const found = this.compareEmailWithName(email, name);
          if (found && found.weight > Math.max(0, best.weight)) best = found;
        }
      }
    }
    return best;
  }

  /** Addresses and phone numbers of both sides' profiles. */
  private compareNumbers(item: PayoutItem, row: LedgerRow): CustomerComparison | null {
    if (item.email !== "" && hasEmail(row, item.email)) return SAME_EMAIL;
    for (const email of item.customer?.emails ?? NOBODY) {
      if (hasEmail(row, email)) return SAME_EMAIL;
    }
    for (const phone of item.customer?.phones ?? NOBODY) {
      if (row.customer?.phones.includes(phone)) return SAME_PHONE;
    }
    return null;
  }

  private compareShown(item: PayoutItem, row: LedgerRow): CustomerComparison {
    const learned = this.pastDecisions.learnedNameLevel(item, row);
    if (learned) return { level: learned, weight: NAME_MATCH_WEIGHTS[learned] };
    const meant = this.compareMeant(item, row);
    if (meant) return meant;
    const direct = this.compareNames(item.name, row.name);
    if (item.email !== "" && item.email === row.email) {
      const isShared = SHARED_ADDRESS.has(direct.level);
      return this.unlessForAnother(item, row, isShared ? SHARED_EMAIL : SAME_EMAIL);
    }
    if (direct.weight >= NAMED_WEIGHT) {
      if (!this.ownCustomers.isOtherSpelling(item, row)) {
        return this.unlessForAnother(item, row, direct);
      }
      const weight = direct.weight - OTHER_SPELLING_PENALTY;
      return this.unlessForAnother(item, row, { level: direct.level, weight });
    }
    const other =
      this.compareAddress(item, row, direct) ??
      this.compareEmailWithName(row.email, item.name) ??
      this.compareTexts(item, row);
    if (other && other.weight > Math.max(0, direct.weight)) return other;
    if (direct.weight > 0) return this.unlessForAnother(item, row, direct);
    // Names in two scripts that can't be compared may still be one customer's.
    const isUnread = direct.level === "unknown" && this.areUnread(item.name, row.name);
    if (item.line && !isUnread && this.ownCustomers.isAnother(item, row)) return ANOTHER;
    return other && direct.level === "unknown" ? other : direct;
  }

  private areUnread(left: number, right: number): boolean {
    const [a, b] = [this.strings.form(left), this.strings.form(right)];
    return a !== undefined && b !== undefined && a.scripts !== b.scripts;
  }

  /** The payer's address, unless it only spells the name that the payer has and the row has not. */
  private compareAddress(
    { email, name }: PayoutItem,
    row: LedgerRow,
    direct: CustomerComparison,
  ): CustomerComparison | null {
    const payer = direct.level === "unknown" ? undefined : this.strings.form(name);
    const found = this.compareEmailWithName(email, row.name);
    const isOwn = found?.level === "email_fits_name" && payer && mailboxFitsName(email, payer);
    return isOwn ? null : found;
  }

  /** The payer is the row's customer, but may pay for the customer whom the line's text names. */
  private unlessForAnother(
    { name, text, line }: PayoutItem,
    row: LedgerRow,
    found: CustomerComparison,
  ): CustomerComparison {
    const named = line ? this.namedIn(text) : NOBODY;
    const customer = named.length > 0 ? this.strings.form(row.name) : undefined;
    if (!customer) return found;
    const payer = this.strings.form(name)?.words ?? NOBODY;
    const others = named.filter((word) => !payer.includes(word));
    if (others.length === 0 || others.some((word) => customer.words.includes(word))) return found;
    const level = this.isOfFamily(others, payer) ? "for_customer" : "for_another";
    return { level, weight: found.weight + NAME_MATCH_WEIGHTS[level] };
  }

  /** Whether a given name in a text makes, with the payer's surname, a customer of the ledger. */
  private isOfFamily(given: readonly string[], payer: readonly string[]): boolean {
    return given.some((word) =>
      payer.some((surname) => this.ownCustomers.isCustomer([word, surname])),
    );
  }

  /** "Dues Louis" by Dave Eaton is for Louis Eaton: the given name of the text with the payer's surname. */
  private compareMeant(
    { name, text, line }: PayoutItem,
    row: LedgerRow,
  ): CustomerComparison | null {
    const named = line ? this.namedIn(text) : NOBODY;
    const customer = named.length > 0 ? this.strings.form(row.name) : undefined;
    if (!customer || customer.words.length < 2) return null;
    const payer = this.strings.form(name)?.words ?? NOBODY;
    const given = customer.words.filter((word) => !payer.includes(word));
    const isMeant =
      given.length > 0 &&
      given.length < customer.words.length &&
      given.every((word) => named.includes(word));
    if (!isMeant) return null;
    const sharing = Math.log2(this.terms.customersSharing(customer.words));
    return { level: "name_in_text", weight: FULL_NAME_IN_TEXT_WEIGHT - sharing };
  }

  /** Whether a line's text names its payer, who is the row's customer, and no one else. */
  namesPayer({ name, text, line }: PayoutItem, row: LedgerRow): boolean {
    const named = line ? this.namedIn(text) : NOBODY;
    const customer = named.length > 0 ? this.strings.form(row.name) : undefined;
    const payer = customer && this.strings.form(name);
    return (
      payer !== undefined &&
      named.every((word) => payer.words.includes(word) && customer?.words.includes(word))
    );
  }

  /** Words of a text that may name a customer. */
  private namedIn(text: number): readonly string[] {
    if (text === NONE) return NOBODY;
    let named = this.named[text];
    if (!named) {
      const form = this.strings.isBoilerplate(text) ? undefined : this.strings.form(text);
      named = form ? fitted(form.distinctive.filter((word) => this.terms.mayName(word))) : NOBODY;
      this.named[text] = named;
    }
    return named;
  }

  /**
   * @param left name id of the item
   * @param right name id of the row
   */
  private compareNames(left: number, right: number): CustomerComparison {
    if (left === NONE || right === NONE) return UNKNOWN;
    let found = this.knownNames.get(left, right);
    if (!found) {
      const [a, b] = [this.strings.form(left), this.strings.form(right)];
      found = a && b ? this.compareForms(a, b) : UNKNOWN;
      this.knownNames.set(left, right, found);
    }
    return found;
  }

  private compareForms(a: NameForm, b: NameForm): CustomerComparison {
    const { relation, shared } = compareNames(a, b);
    if (relation === "names_differ") return this.compareRunTogether(a, b);
    if (relation === "unknown") return UNKNOWN;
    if (relation === "related_name") {
      const isGiven = shared.length > 0 && this.terms.areGivenNames(shared);
      return isGiven ? differing(a, b) : this.compareRelated(shared);
    }
    const cost =
      relation === "same_name" ? 0 : Math.log2(this.customersSharing(a, relation, shared));
    const least = relation === "shared_word" ? -2 : 1;
    const weight =
      NAME_MATCH_WEIGHTS[relation] - cost - (a.isOtherCompanyThan(b) ? LEGAL_FORM_PENALTY : 0);
    return { level: relation, weight: Math.max(least, weight) };
  }

  /** A shared surname or building: evidence as far as few customers share it. */
  private compareRelated(shared: string[]): CustomerComparison {
    const others = TYPICAL_CUSTOMERS / this.terms.customersSharing(shared);
    const weight = NAME_MATCH_WEIGHTS.related_name + Math.log2(Math.max(1, others));
    return { level: "related_name", weight };
  }

  /** Among customers with the same surname only those with fitting initials count. */
  private customersSharing(name: NameForm, relation: NameRelation, words: string[]): number {
    if (relation !== "initials") return this.terms.customersSharing(words);
    const initials = name.words
      .filter((word) => !words.includes(word))
      .map((word) => word[0] ?? "");
    return this.terms.customersSharing(words, initials);
  }

  /** Names with a wallet's prefix or without blanks: "PAYPAL *HARBORCOFFEE". */
  private compareRunTogether(a: NameForm, b: NameForm): CustomerComparison {
    const fits = !a.isDisjointFrom(b) && continuesAWord(a, b) ? sharedWords(a, b) : NO_FITS;
    if (!fits.some(({ how }) => how === "joined") || !isWhole(fits, b)) {
      return this.compareUserName(a, b) ?? this.compareUserName(b, a) ?? differing(a, b);
    }
    const customersSharing = this.terms.customersSharing(fits.map(({ word }) => word));
    return {
      level: "part_of_name",
      weight: NAME_MATCH_WEIGHTS.part_of_name - Math.log2(customersSharing),
    };
  }

  /** A name that its owner chose, as a mailbox: "jsmith84" for John Smith. */
  private compareUserName({ words: [chosen = "", more] }: NameForm, name: NameForm) {
    if (more !== undefined || !USER_NAME.test(chosen)) return null;
    return mailboxFitsName(`${chosen}@`, name) ? this.fits("email_fits_name", name.words) : null;
  }

  private compareEmailWithName(email: string, name: number): CustomerComparison | null {
    const customer = email === "" ? undefined : this.strings.form(name);
    if (!customer) return null;
    if (mailboxFitsName(email, customer)) return this.fits("email_fits_name", customer.words);
    const surname = surnameOfMailbox(email);
    if (surname !== "" && customer.words.includes(surname)) return this.compareRelated([surname]);
    for (const label of mailLabels(email)) {
      const words = labelFitsName(label, customer);
      if (words.length === 0) continue;
      // "katie87@…" is not "Katie Price": a given name alone is anybody's.
      const isGiven =
        words.length < customer.words.length &&
        !isPrivateDomain(mailDomain(email)) &&
        this.terms.areGivenNames(words);
      if (!isGiven) return this.fits("domain_fits_name", words);
    }
    return null;
  }

  private fits(
    level: "email_fits_name" | "domain_fits_name",
    words: readonly string[],
  ): CustomerComparison {
    const weight = NAME_MATCH_WEIGHTS[level] - Math.log2(this.terms.customersSharing(words));
    return { level, weight: Math.max(1, weight) };
  }

  private compareTexts(item: PayoutItem, row: LedgerRow): CustomerComparison | null {
    // Boilerplate of many lines identifies no customer; a deposit has nothing but its bank text.
    const text = item.line && this.strings.isBoilerplate(item.text) ? NONE : item.text;
    const note = item.line && this.strings.isBoilerplate(row.text) ? NONE : row.text;
    let best = this.better(null, text, row.name, true);
    best = this.better(best, item.name, note, note === row.name);
    if (!item.line) best = this.better(best, text, note, note === row.name);
    if (best || item.line || item.text === NONE) return best;
    if (row.name === NONE && row.text === NONE) return null;
    return this.mentionsKnownCustomer(item.text)
      ? { level: "text_differs", weight: NAME_MATCH_WEIGHTS.text_differs }
      : null;
  }

  /** The better one of what was found and of the words that two texts share. */
  private better(
    found: CustomerComparison | null,
    left: number,
    right: number,
    isName: boolean,
  ): CustomerComparison | null {
    if (left === NONE || right === NONE) return found;
    const words = this.compareWords(left, right, isName);
    return words.weight > (found?.weight ?? 0) ? words : found;
  }

  private compareWords(left: number, right: number, isName: boolean): CustomerComparison {
    const as = right * 2 + Number(isName);
    let found = this.knownTexts.get(left, as);
    if (!found) {
      const [a, b] = [this.strings.form(left), this.strings.form(right)];
      found = a && b ? this.compareDistinctive(a, b, isName) : UNKNOWN;
      this.knownTexts.set(left, as, found);
    }
    return found;
  }

  /** Words that a text shares with a name or with another text: the rarer, the more they weigh. */
  private compareDistinctive(a: NameForm, b: NameForm, isName: boolean): CustomerComparison {
    if (a.distinctive.length === 0 || b.distinctive.length === 0) return UNKNOWN;
    const fits = sharedWords(a, b);
    if (fits.length === 0) return isName ? this.compareRead(b, a) : this.compareRead(a, b);
    if (isOtherUnit(a, b)) return UNKNOWN;
    let weight = 0;
    for (const { how } of fits) weight += WORD_MATCH_WEIGHTS[how];
    if (isName && isWhole(fits, b)) weight = Math.max(weight, wholeNameMatchWeight(fits));
    weight = Math.min(MAX_WORD_MATCH_WEIGHT, weight);
    // "Moreau Delphine" and "Delphine Castan" share a word, and each has another one besides.
    // A text's other words continue it where they name someone: "Battery Castan" may be Delphine Castan's.
    const continues = ({ distinctive }: NameForm) =>
      distinctive.some(
        (word) => this.terms.isOfPerson(word) && !fits.some((fit) => fit.word === word),
      );
    const isContinued = isName ? continues(a) && isPart(fits, b) : isPart(fits, a) && continues(b);
    if (isContinued) weight -= BOTH_CONTINUE_PENALTY;
    if (a.isOtherCompanyThan(b)) weight -= LEGAL_FORM_PENALTY;
    const units = b.units.filter((unit) => a.units.includes(unit));
    const shared = [...fits.map(({ word }) => word), ...units];
    weight -= Math.log2(this.terms.customersSharing(shared));
    // Words of one customer are in that customer's lines; words in everyone's lines distinguish no one.
    if (isName) weight = Math.min(weight, -this.terms.inTextsOfPayers(shared));
    weight = Math.max(0, weight);
    return { level: weight >= NAMED_WEIGHT ? "name_in_text" : "shared_word", weight };
  }

  /** A name that a text has in another writing system, or without blanks. */
  private compareRead(name: NameForm, text: NameForm): CustomerComparison {
    if (!isReadInText(name, text) && !isJoinedInText(name, text)) return UNKNOWN;
    const sharing = Math.log2(this.terms.customersSharing(name.words));
    return { level: "name_in_text", weight: FULL_NAME_IN_TEXT_WEIGHT - sharing };
  }

  /** Whether a text contains a word of any ledger customer's name. */
  private mentionsKnownCustomer(text: number): boolean {
    let known = this.mentionsCache.get(text);
    if (known === undefined) {
      const form = this.strings.form(text);
      known = !!form && form.distinctive.some((word) => this.terms.isKnown(word));
      this.mentionsCache.set(text, known);
    }
    return known;
  }
}

function hasEmail(row: LedgerRow, email: string): boolean {
  return row.email === email || row.customer?.emails.includes(email) === true;
}

function differing(a: NameForm, b: NameForm): CustomerComparison {
  return isCompanyName(a) === isCompanyName(b) ? NAMES_DIFFER : OTHER_KIND;
}

/** Tests whether a word of one name begins with a word of the other one. */
function continuesAWord({ words }: NameForm, { words: others }: NameForm): boolean {
  for (const word of words) {
    for (const other of others) if (word.startsWith(other)) return true;
  }
  return false;
}
