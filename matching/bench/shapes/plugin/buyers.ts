import type { CustomerProfile } from "@/matching/engine/contract";
import { processorId } from "../../books";
import { asTyped, drawPerson, inAddress, mailbox, publicHost, written } from "../../names/contacts";
import { drawFirm, firmInBooks, fullFirm } from "../../names/firms";
import { LANGUAGES } from "../../names/languages/language";
import {
  checkoutHabits,
  drawName,
  type ForeignName,
  ledgerHabits,
  writeName,
} from "../../names/languages/writing";
import type { Random } from "../../random";
import type { PluginRates, Shop } from "./shop";

/** A buyer as the checkout and the books know them. */
export interface Buyer {
  index: number;
  /** On the card. */
  billing: string;
  /** The company that buys, as typed at the checkout; null for people. */
  company: string | null;
  /** The person, and the company where there is one, as the books write them. */
  personInBooks: string;
  inBooks: string;
  email: string;
  guest: boolean;
  abroad: boolean;
  atProcessor: CustomerProfile | undefined;
  atBooks: CustomerProfile | undefined;
}

interface Names {
  billing: string;
  /** The same person, typed again; someone else for a gift. */
  typedAgain: () => string;
  stranger: () => string;
  /** As typed, and as the books call it. */
  company: () => [typed: string, inBooks: string];
  mailbox: string;
}

/** Stands for everyone whom a receipt shows neither by name nor by number. */
export const NOBODY = 1_000_000;

/** Buyers, numbered from 0, some of whom come back. */
export class Buyers {
  private readonly known: Buyer[] = [];
  /** The books take two people of one name for one customer. */
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly random: Random,
    private readonly rates: PluginRates,
    private readonly shop: Shop,
  ) {}

  /** A buyer; of wholesale a company, which comes back more often. */
  next(wholesale = false): Buyer {
    const { random, rates } = this;
    const known = wholesale ? this.known.filter(({ company }) => company !== null) : this.known;
    const returns = random.chance(wholesale ? rates.companyReturning : rates.returning);
    if (known.length > 3 && returns) return random.pickSkewed(known);
    const buyer = this.make(wholesale || random.chance(rates.company));
    this.known.push(buyer);
    return buyer;
  }

  private make(buysForCompany: boolean): Buyer {
    const { random, rates, shop } = this;
    const index = this.known.length;
    const abroad = random.chance(shop.abroad);
    const names = abroad ? this.foreign() : this.english();
    const [company, companyInBooks] = buysForCompany ? names.company() : [null, null];
    const email = this.email(names, company);
    const again = random.chance(rates.typedAgain) ? names.typedAgain() : names.billing;
    const shipping = random.chance(rates.gift) ? names.stranger() : again;
    const personInBooks = this.inForm(shop.namesFrom === "billing" ? names.billing : shipping);
    const inBooks = companyInBooks ?? personInBooks;
    const guest = !buysForCompany && random.chance(rates.guest);
    const id = this.ids.get(inBooks) ?? String(57 + index);
    this.ids.set(inBooks, id);
    return {
      index,
      billing: names.billing,
      company,
      personInBooks,
      inBooks,
      email,
      guest,
      abroad,
      atProcessor: guest
        ? undefined
        : {
            id: processorId("cus_", random).slice(0, 18),
            names: [names.billing, ...(company !== null && random.chance(0.3) ? [company] : [])],
            emails: [email],
          },
      atBooks: {
        id,
        names: [inBooks, ...(company !== null && random.chance(0.3) ? [personInBooks] : [])],
        ...(random.chance(0.6) ? { emails: [email] } : {}),
      },
    };
  }

  private english(): Names {
    const { random } = this;
    const person = drawPerson(random);
    return {
      billing: random.chance(0.3) ? asTyped(person, random) : written(person),
      typedAgain: () => asTyped(person, random),
      stranger: () => {
        const { given, family } = drawPerson(random);
        return written({ given, family: random.chance(0.6) ? person.family : family });
      },
      company: () => {
        const firm = drawFirm(random);
        return [fullFirm(firm), firmInBooks(firm, random)];
      },
      mailbox: mailbox(person, random),
    };
  }

  private foreign(): Names {
    const { random, shop } = this;
    const languages = LANGUAGES.filter((each) => shop.countries.includes(each.countryDomain));
    const language = random.pick(languages);
    const name = drawName(language, 0, random);
    const typed = (other: ForeignName) => {
      return writeName(other, language, checkoutHabits(language), random);
    };
    const billing = typed(name);
    return {
      billing,
      typedAgain: () => typed(name),
      stranger: () => typed(drawName(language, 0, random)),
      company: () => {
        const firm = drawName(language, 1, random);
        const atCheckout = typed(firm);
        const otherwise = writeName(firm, language, ledgerHabits(language), random);
        return [atCheckout, random.chance(0.6) ? atCheckout : otherwise];
      },
      mailbox: inAddress(billing),
    };
  }

  private email(names: Names, company: string | null): string {
    const { random, rates } = this;
    if (company !== null && random.chance(0.6)) {
      return `${random.pick(["office", "orders", "info"])}@${inAddress(company)}.com`;
    }
    const opaque = `${random.pick(["sunny", "blue", "hello", "mail"])}${random.between(10, 9_999)}`;
    return `${random.chance(rates.opaqueEmail) ? opaque : names.mailbox}@${publicHost(random)}`;
  }

  private inForm(name: string): string {
    const { nameForm } = this.shop;
    if (nameForm === "upper") return name.toUpperCase();
    const space = name.lastIndexOf(" ");
    if (nameForm === "plain" || space < 0 || name.includes(",")) return name;
    return `${name.slice(space + 1)}, ${name.slice(0, space)}`;
  }
}
