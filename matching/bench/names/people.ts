import type { Random } from "../random";
import {
  COMPANY_FIRSTS,
  COMPANY_SECONDS,
  CULTURES,
  FAMILY_BEGINNINGS,
  FAMILY_ENDS,
  LEGAL_FORMS,
} from "./lists";
import { type FullName, fullName, respell } from "./spelling";

/** One customer as both systems know them. Rows share these strings. */
export interface Customer {
  index: number;
  parts: FullName;
  /** As typed at the checkout. */
  name: string;
  /** As the customer is called in the books, always the same. */
  inBooks: string;
  email: string;
  currency: string;
}

/** Shares, 0 to 1. */
export interface PeopleRates {
  company: number;
  /** Customers whose name in the books is another spelling. */
  spelledOtherwise: number;
  /** People whom the books know by their employer's name. */
  employerInBooks: number;
  /** Family names that only few bear. */
  rareFamilyName: number;
  /** E-mail addresses that say nothing about the name. */
  opaqueEmail: number;
  /** Customers who do not pay in US dollars, by currency. */
  currencies: readonly (readonly [currency: string, share: number])[];
}

export const PEOPLE_RATES: PeopleRates = {
  company: 0.1,
  spelledOtherwise: 0.3,
  employerInBooks: 0.004,
  rareFamilyName: 0.45,
  opaqueEmail: 0.2,
  currencies: [
    ["EUR", 0.07],
    ["GBP", 0.05],
    ["JPY", 0.03],
  ],
};

/** Makes customers, one after the other, numbered from 0. */
export class People {
  private count = 0;

  constructor(
    private readonly random: Random,
    private readonly rates: PeopleRates,
  ) {}

  make(): Customer {
    const { random, rates } = this;
    const parts = random.chance(rates.company) ? company(random) : person(random, rates);
    const name = fullName(parts);
    return {
      index: this.count++,
      parts,
      name,
      inBooks: this.nameInBooks(parts, name),
      email: emailOf(parts, random, rates.opaqueEmail),
      currency: this.currency(),
    };
  }

  private nameInBooks(parts: FullName, name: string): string {
    const { random, rates } = this;
    if (parts.kind === "person" && random.chance(rates.employerInBooks)) {
      return fullName(company(random));
    }
    return random.chance(rates.spelledOtherwise) ? respell(parts, random) : name;
  }

  private currency(): string {
    let rest = this.random.next();
    for (const [currency, share] of this.rates.currencies) {
      rest -= share;
      if (rest < 0) return currency;
    }
    return "USD";
  }
}

function person(random: Random, { rareFamilyName }: PeopleRates): FullName {
  const culture = random.weighted(CULTURES);
  const family = random.chance(rareFamilyName)
    ? random.pick(FAMILY_BEGINNINGS) + random.pick(FAMILY_ENDS)
    : random.pickSkewed(culture.family);
  return { kind: "person", given: random.pickSkewed(culture.given), family };
}

/** A company of made-up name. */
export function company(random: Random): FullName & { kind: "company" } {
  const legalForm = random.chance(0.65) ? random.pickSkewed(LEGAL_FORMS) : "";
  return { kind: "company", words: companyWords(random), legalForm };
}

function companyWords(random: Random): string {
  const trade = random.pick(COMPANY_SECONDS);
  if (random.chance(0.2)) {
    return `${random.pick(FAMILY_BEGINNINGS)}${random.pick(FAMILY_ENDS)} & Sons ${trade}`;
  }
  const first = random.pick(COMPANY_FIRSTS);
  if (random.chance(0.4)) return `${first} ${random.pick(COMPANY_FIRSTS)} ${trade}`;
  return `${first} ${trade}`;
}

const MAIL_HOSTS = ["gmail.com", "outlook.com", "yahoo.com", "icloud.com", "proton.me"] as const;
const PET_NAMES = ["sunny", "blue", "lucky", "tiger", "moon", "pixel", "coco", "hiker"] as const;

function emailOf(name: FullName, random: Random, opaque: number): string {
  if (name.kind === "company") {
    const box = random.pick(["info", "billing", "accounts", "office", "hello"]);
    return `${box}@${plain(name.words)}.com`;
  }
  const host = random.pick(MAIL_HOSTS);
  const number = random.between(1, 9999);
  if (random.chance(opaque)) return `${random.pick(PET_NAMES)}${number}@${host}`;
  const [given, family] = [plain(name.given), plain(name.family)];
  const local = random.pick([`${given}.${family}`, `${given.charAt(0)}${family}`, given + family]);
  return random.chance(0.3) ? `${local}${number % 100}@${host}` : `${local}@${host}`;
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/ø/g, "o")
    .replace(/ł/g, "l")
    .replace(/ß/g, "ss")
    .replace(/[^a-z]/g, "");
}
