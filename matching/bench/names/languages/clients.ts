import type { Random } from "../../random";
import { LANGUAGES, type Language, unmarked } from "./language";
import { checkoutHabits, drawName, type ForeignName, ledgerHabits, writeName } from "./writing";

/** A customer abroad as both systems know them. */
export interface Client {
  index: number;
  language: Language;
  name: ForeignName;
  /** As typed at the checkout, mostly; and as the customer is called in the books. */
  atCheckout: string;
  inBooks: string;
  email: string;
  currency: string;
}

/** Shares, 0 to 1. */
export interface ClientRates {
  companies: number;
  /** Clients whom both sides write the same way. */
  writtenAlike: number;
  /** Addresses that say nothing about the name. */
  opaqueEmail: number;
}

/** Makes clients of all languages, numbered from 0. */
export class Clients {
  private count = 0;

  constructor(
    private readonly random: Random,
    private readonly rates: ClientRates,
  ) {}

  make(): Client {
    const { random, rates } = this;
    const language = random.weighted(LANGUAGES.map((each) => [each, each.share] as const));
    const name = drawName(language, rates.companies, random);
    const atCheckout = writeName(name, language, checkoutHabits(language), random);
    const inBooks = random.chance(rates.writtenAlike)
      ? atCheckout
      : writeName(name, language, ledgerHabits(language), random);
    const email = this.email(name, language);
    // Drawn and not used: without them all later clients would be others.
    random.next();
    random.next();
    return {
      index: this.count++,
      language,
      name,
      atCheckout,
      inBooks,
      email,
      currency: random.weighted(language.currencies),
    };
  }

  private email(name: ForeignName, language: Language): string {
    const { random } = this;
    if (name.kind === "company") {
      const words = [name.core, name.trade].map(({ latin }) => addressPart(latin[0]));
      if (language.tradeFirst) words.reverse();
      const box = random.pick(["info", "office", "billing", "contact", "sales"]);
      return `${box}@${words.join(random.pick(["-", ""]))}.${language.countryDomain}`;
    }
    const host = random.pick(language.mailHosts);
    if (random.chance(this.rates.opaqueEmail)) {
      const number = random.between(1_000_000, 99_999_999);
      return `${random.pick(["", "star", "sun", "x", "user"])}${number}@${host}`;
    }
    const given = addressPart(random.pick(name.given.latin));
    const family = addressPart(random.pick(name.family[0].latin));
    const local = random.pick([
      `${given}.${family}`,
      `${given.charAt(0)}.${family}`,
      `${family}${given}`,
      `${given}_${family}`,
      `${family}.${given}`,
    ]);
    return random.chance(0.3) ? `${local}${random.between(1, 99)}@${host}` : `${local}@${host}`;
  }
}

function addressPart(text: string): string {
  return unmarked(text)
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}
