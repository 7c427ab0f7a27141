import { memoize } from "../collections/memoize";
import { domainLabel, isPrivateDomain, mailDomain } from "./mail-domains";
import type { NameForm } from "./names";
import { words } from "./tokenize";

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

/** Letters of the part before the @. */
const mailbox = memoize((email) =>
  words(email.slice(0, email.indexOf("@")))
    .join("")
    .replace(/\d+/g, ""),
);

/** Tests whether a mailbox reads like a person's name: john.smith@…, jsmith@…. */
export function mailboxFitsName(email: string, name: NameForm): boolean {
  const letters = mailbox(email);
  if (letters.length < 4 || ROLE_MAILBOXES.has(letters) || name.words.length < 2) return false;
  const first = name.words[0] ?? "";
  const last = name.words[name.words.length - 1] ?? "";
  if (last.length < 3 || first === "") return false;
  return (
    isJoined(letters, first, last) ||
    isJoined(letters, last, first) ||
    isJoined(letters, first.charAt(0), last) ||
    isJoined(letters, last, first.charAt(0)) ||
    isJoined(letters, first, last.charAt(0)) ||
    isJoined(letters, last.charAt(0), first)
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
export const mailWords = memoize((email): string[] => {
  if (email === "") return [];
  const domain = mailDomain(email);
  const label = isPrivateDomain(domain) ? words(domainLabel(domain)).join("") : "";
  const parts = words(email.slice(0, email.indexOf("@"))).flatMap((part) => part.split(/\d+/));
  const names = ROLE_MAILBOXES.has(parts.join("")) ? [] : parts;
  return [label, ...names, ...names.map((name) => name.slice(1))].filter(
    ({ length }) => length >= MIN_WORD,
  );
});

/**
 * @returns what of an address may spell a company's name: the label of a private domain, otherwise
 * the mailbox
 */
export const mailLabels = memoize((email): string[] => {
  if (email === "") return [];
  const domain = mailDomain(email);
  if (isPrivateDomain(domain)) return [words(domainLabel(domain)).join("")];
  const letters = mailbox(email);
  return letters.length < MIN_JOINED || ROLE_MAILBOXES.has(letters) ? [] : [letters];
});

/**
 * Words of a company's name that a label is made of: "northgatejoinery" and "northgate-uk" for
 * "Northgate Joinery Ltd", but not "northgatelofts".
 * @returns the words in the label, from the first on; empty for another name
 */
export function labelFitsName(label: string, name: NameForm): string[] {
  const start = label.startsWith("the") && name.words[0] !== "the" ? 3 : 0;
  let end = label.startsWith(name.words[0] ?? "") ? 0 : start;
  const fitting: string[] = [];
  for (const word of name.words) {
    if (!label.startsWith(word, end)) break;
    end += word.length;
    fitting.push(word);
  }
  return end >= MIN_JOINED && ADDITION.test(label.slice(end)) ? fitting : [];
}
