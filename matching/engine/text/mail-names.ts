import { memoize } from "../collections/memoize";
import { domainLabel, isPrivateDomain, mailDomain } from "./mail-domains";
import type { NameForm } from "./names";
import { nicknameGroups } from "./nicknames";
import { words } from "./tokenize";
import { canonicalSpelling } from "./transliteration";
import type { Word } from "./word-fits";

const ROLE_MAILBOXES = new Set(
  (
    "info sales billing office accounts accounting admin hello contact mail team support finance invoices payments " +
    "bookkeeping orders enquiries reception buchhaltung rechnung kontakt comptabilite facturation contabilidad"
  ).split(" "),
);
/** What a company's domain or mailbox carries besides its name. */
const ADDITION =
  /^(?:the)?$|^(?:uk|us|usa|eu|de|fr|hq|group|co|inc|ltd|llc|gmbh|online|web|app|shop|store|mail|office|team|ny|la|nyc|london|\d+)+$/;
/** Shorter words are in too many labels by chance. */
const MIN_JOINED = 5;
/** Shorter parts of a mailbox are initials. */
const MIN_WORD = 4;
/** Shorter given names are rather two initials. */
const MIN_GIVEN = 3;
const MIN_SURNAME = 3;
/** Further names are in no mailbox. */
const MAX_NAMES = 4;

const NO_WORDS: readonly string[] = [];
/** Books of a million lines have more addresses than words. */
const MAX_ADDRESSES = 400_000;

/** The parts of an address that may be a name. */
interface Mail {
  /** Letters of the part before the @; empty where they are too few, or those of a role. */
  mailbox: string;
  /** The same in one spelling. */
  spelling: string;
  /** The surname that a household's mailbox names; empty for none. */
  surname: string;
  /** What may spell a company's name: the label of a private domain, otherwise the mailbox. */
  labels: readonly string[];
}

const mailOf = memoize((email): Mail => {
  const letters = words(email.slice(0, email.indexOf("@")))
    .join("")
    .replace(/\d+/g, "");
  const mailbox = letters.length < MIN_WORD || ROLE_MAILBOXES.has(letters) ? "" : letters;
  const [spelling, surname] = [canonicalSpelling(mailbox), surnameIn(mailbox)];
  if (email === "") return { mailbox, spelling, surname, labels: [] };
  const domain = mailDomain(email);
  if (isPrivateDomain(domain))
    return { mailbox, spelling, surname, labels: [words(domainLabel(domain)).join("")] };
  return { mailbox, spelling, surname, labels: mailbox.length < MIN_JOINED ? [] : [mailbox] };
}, MAX_ADDRESSES);

/**
 * Tests whether a mailbox reads like a person's name: john.smith@…, jsmith@…, bobsmith7@… for Robert Smith, and
 * maria.lopez@… for María López García.
 */
export function mailboxFitsName(email: string, name: NameForm): boolean {
  const { mailbox, spelling } = mailOf(email);
  const { parsed } = name;
  if (mailbox === "" || parsed.length < 2) return false;
  const last = Math.min(parsed.length, MAX_NAMES) - 1;
  for (let at = 1; at <= last; at++) {
    const [one, other] = [parsed[0], parsed[at]];
    if (!one || !other) continue;
    if (fitsInOrder(mailbox, one.text, other.text) || fitsInOrder(mailbox, other.text, one.text)) {
      return true;
    }
    if (fitsInOrder(spelling, one.spelling, other.spelling)) return true;
    if (isShort(mailbox, one, other.text) || isShort(mailbox, other, one.text)) return true;
  }
  return false;
}

/** The given name, or its initial, before or behind the surname, or the given name with the surname's initial. */
function fitsInOrder(mailbox: string, given: string, surname: string): boolean {
  if (surname.length < MIN_SURNAME || given === "") return false;
  return (
    isJoined(mailbox, given, surname) ||
    isJoined(mailbox, surname, given) ||
    isJoined(mailbox, given.charAt(0), surname) ||
    isJoined(mailbox, surname, given.charAt(0)) ||
    isJoined(mailbox, given, surname.charAt(0)) ||
    isJoined(mailbox, surname.charAt(0), given) ||
    spellsOut(mailbox, given, surname)
  );
}

/** "bobsmith" for "Robert Smith". */
function isShort(mailbox: string, { nicknames }: Word, surname: string): boolean {
  if (!nicknames || surname.length < MIN_SURNAME) return false;
  const [before, behind] = [mailbox.startsWith(surname), mailbox.endsWith(surname)];
  if (!before && !behind) return false;
  const short = behind ? mailbox.slice(0, -surname.length) : mailbox.slice(surname.length);
  return nicknameGroups(short)?.some((group) => nicknames.includes(group)) === true;
}

/**
 * @returns how the mailbox of a person of this name may read: with the given name in full, and with its initial alone,
 * which several people may share; empty for a name of one word
 */
export function mailboxesOf({ words: parts }: NameForm): { full: string[]; short: string[] } {
  const [first = "", last = ""] = [parts[0], parts.length > 1 ? parts[parts.length - 1] : ""];
  if (first.length < MIN_GIVEN || last.length < MIN_SURNAME) return { full: [], short: [] };
  return {
    full: [first + last, last + first],
    short: [first.charAt(0) + last, last + first.charAt(0)],
  };
}

/** @returns the surname that a household's mailbox names: "falk" for thefalks@… and falk.family@…; empty for none */
export function surnameOfMailbox(email: string): string {
  return mailOf(email).surname;
}

function surnameIn(letters: string): string {
  const bare = letters
    .replace(/^(?:the|family|familie|famille|familia)/, "")
    .replace(/(?:family|familie|clan)$/, "");
  const surname = letters.startsWith("the") ? bare.replace(/s$/, "") : bare;
  return surname.length < letters.length && surname.length >= MIN_WORD ? surname : "";
}

/** @returns letters of the part before the @ that may be a name; empty for none */
export function mailboxLetters(email: string): string {
  return mailOf(email).mailbox;
}

/** "tinafrost" for "T. Frost": the initial is that of a given name which only the mailbox has in full. */
function spellsOut(mailbox: string, initial: string, surname: string): boolean {
  if (initial.length !== 1 || surname.length < MIN_WORD) return false;
  const given = mailbox.length - surname.length;
  return (
    given >= MIN_GIVEN &&
    ((mailbox.startsWith(initial) && mailbox.endsWith(surname)) ||
      (mailbox.startsWith(surname) && mailbox.charAt(surname.length) === initial))
  );
}

function isJoined(letters: string, start: string, end: string): boolean {
  return (
    letters.length === start.length + end.length &&
    letters.startsWith(start) &&
    letters.endsWith(end)
  );
}

/**
 * @returns words that may be of the owner's name: "karen", "a" of karen_a1962@…, also without a
 * leading initial: "smurphy" and "murphy"; of a private domain its label
 */
export function mailWords(email: string): string[] {
  if (email === "") return [];
  const domain = mailDomain(email);
  const label = isPrivateDomain(domain) ? words(domainLabel(domain)).join("") : "";
  const parts = words(email.slice(0, email.indexOf("@"))).flatMap((part) => part.split(/\d+/));
  const names = ROLE_MAILBOXES.has(parts.join("")) ? [] : parts;
  return [label, ...names, ...names.map((name) => name.slice(1))].filter(
    ({ length }) => length >= MIN_WORD,
  );
}

/** @returns what of an address may spell a company's name */
export function mailLabels(email: string): readonly string[] {
  return mailOf(email).labels;
}

/**
 * Words of a company's name that a label is made of: "northgatejoinery" and "northgate-uk" for
 * "Northgate Joinery Ltd", but not "northgatelofts".
 * @returns the words in the label, from the first on; empty for another name
 */
export function labelFitsName(label: string, name: NameForm): readonly string[] {
  const start = label.startsWith("the") && name.words[0] !== "the" ? 3 : 0;
  const [first = ""] = name.words;
  let end = label.startsWith(first) ? 0 : start;
  if (!label.startsWith(first, end)) return NO_WORDS;
  const fitting: string[] = [];
  for (const word of name.words) {
    if (!label.startsWith(word, end)) break;
    end += word.length;
    fitting.push(word);
  }
  return end >= MIN_JOINED && ADDITION.test(label.slice(end)) ? fitting : NO_WORDS;
}
