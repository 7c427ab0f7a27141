import type { Random } from "../random";
import { BEGINNINGS, ENDS, FAMILY_NAMES, GIVEN_NAMES, SHORT_NAMES } from "./lists";

const RARE_SHARE = 0.5;

export interface PersonName {
  given: string;
  family: string;
}

export function drawPerson(random: Random): PersonName {
  return { given: random.pick(GIVEN_NAMES), family: drawFamilyName(random) };
}

/** A common name, a rare one, or in one of twelve cases a double name. */
export function drawFamilyName(random: Random): string {
  const name = random.chance(RARE_SHARE)
    ? random.pick(BEGINNINGS) + random.pick(ENDS)
    : random.pickSkewed(FAMILY_NAMES);
  return random.chance(0.08) ? `${name}-${random.pick(FAMILY_NAMES)}` : name;
}

export function written({ given, family }: PersonName): string {
  return `${given} ${family}`;
}

/** The short form of the given name; the given name itself where there is none. */
export function shortGiven(given: string, random: Random): string {
  const short = SHORT_NAMES[given];
  return short ? random.pick(short) : given;
}

/** How a name stands on a card or in an address book, when it isn't written out. */
export function asTyped(name: PersonName, random: Random): string {
  const { given, family } = name;
  return random.weighted<() => string>([
    [() => written(name), 30],
    [() => withoutMarks(written(name)).toUpperCase(), 26],
    [() => `${given.charAt(0)} ${family}`, 10],
    [() => `${given.charAt(0)}. ${family}`, 6],
    [() => `${shortGiven(given, random)} ${family}`, 14],
    [() => `${family}, ${given}`, 5],
    [() => `${given} ${random.pick([..."ABEJLMRST"])} ${family}`, 6],
    [() => written(name).toLowerCase(), 6],
    [() => `${given} ${family.split("-")[0]}`, 3],
  ])();
}

export function withoutMarks(text: string): string {
  return text.replace(/ø/g, "o").replace(/Ø/g, "O").normalize("NFD").replace(/\p{M}/gu, "");
}

/** Letters and digits only, as in an e-mail address. */
export function inAddress(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

const PUBLIC_HOSTS = ["gmail.com", "gmail.com", "hotmail.com", "icloud.com", "yahoo.com"] as const;

export function publicHost(random: Random): string {
  return random.pick(PUBLIC_HOSTS);
}

/** The part of a personal address before the @. */
export function mailbox({ given, family }: PersonName, random: Random): string {
  const [first, last] = [inAddress(given), inAddress(family)];
  return random.weighted([
    [first, 30],
    [`${first}.${last}`, 32],
    [`${first.charAt(0)}${last}`, 16],
    [`${first}${last}`, 12],
    [`${last}${random.between(1, 99)}`, 6],
    [`${first}${random.between(60, 99)}`, 4],
  ]);
}

/** A number in one of the ways people write it. */
export function phoneNumber(random: Random): string {
  const [area, line] = [random.between(201, 989), random.between(1000, 9999)];
  return random.pick([`(${area}) 555-${line}`, `${area}-555-${line}`, `+1${area}555${line}`]);
}

/** QuickBooks keeps customer names apart: the second bearer of a name gets a number behind it. */
export class UniqueNames {
  private readonly taken = new Set<string>();

  take(name: string, number: number): string {
    const free = this.taken.has(name) ? `${name} (${number})` : name;
    this.taken.add(free);
    return free;
  }
}
