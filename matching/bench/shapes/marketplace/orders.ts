import type { CustomerProfile } from "@/matching/engine/contract";
import {
  asTyped,
  drawPerson,
  inAddress,
  mailbox,
  type PersonName,
  publicHost,
  written,
} from "../../names/contacts";
import { SHOPPERS } from "../../names/lists";
import type { Random } from "../../random";
import type { Company, MarketplaceRates, Product } from "./company";

export interface Buyer {
  index: number;
  name: PersonName;
  onCard: string;
  handle: string;
  /** The marketplace's address, which hides the buyer's own. */
  relay: string;
  email: string;
}

/** Amounts in minor units. */
export interface Order {
  number: string;
  buyer: Buyer;
  /** Whom the parcel is for. */
  shipTo: string;
  /** Ordered, and charged when it left. */
  placed: number;
  shipped: number;
  items: readonly Product[];
  shipping: number;
  tax: number;
}

/** Minor units, without tax. */
export function totalOf({ items, shipping }: Order): number {
  return items.reduce((sum, { price }) => sum + price, shipping);
}

const FIRST_WEB_ORDER = 4_107;
const TAX_SHARES = [0.0625, 0.07, 0.0825, 0.0925] as const;
const DAYS_TO_SHIP = { 0: 30, 1: 40, 2: 18, 3: 9, 5: 3 } as const;
const RELAY = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Draws orders of buyers who seldom come back. */
export class Orders {
  private readonly buyers: Buyer[] = [];
  private webNumber = FIRST_WEB_ORDER;

  constructor(
    private readonly random: Random,
    private readonly rates: MarketplaceRates,
    private readonly company: Company,
  ) {}

  onMarketplace(day: number): Order {
    const { random, rates } = this;
    const digits = () => String(random.between(0, 9_999_999)).padStart(7, "0");
    const order = this.draw(day, `${random.pick([111, 112, 113, 114])}-${digits()}-${digits()}`);
    const tax = random.chance(rates.taxed)
      ? Math.round(totalOf(order) * random.pick(TAX_SHARES))
      : 0;
    const wait = Number(random.weighted(DAYS_TO_SHIP));
    return { ...order, placed: day - wait, tax };
  }

  /** Charged when it is placed; tax is in the prices. */
  onWeb(day: number): Order {
    this.webNumber += this.random.pick([1, 1, 1, 2]);
    return this.draw(day, String(this.webNumber));
  }

  private draw(day: number, number: string): Order {
    const { random, rates, company } = this;
    const buyer = this.buyer();
    const count = random.weighted<number>(rates.items);
    return {
      number,
      buyer,
      shipTo: written(random.chance(rates.gift) ? drawPerson(random) : buyer.name),
      placed: day,
      shipped: day,
      items: Array.from({ length: count }, () => random.pickSkewed(company.products)),
      shipping: random.chance(rates.freeShipping) ? 0 : random.pickSkewed(company.tariffs),
      tax: 0,
    };
  }

  private buyer(): Buyer {
    const { random, rates, buyers } = this;
    if (buyers.length > 20 && random.chance(rates.returning)) return random.pick(buyers);
    const name = drawPerson(random);
    const letters = Array.from({ length: 14 }, () => random.pick([...RELAY]));
    const buyer = {
      index: buyers.length,
      name,
      onCard: random.chance(0.4) ? asTyped(name, random) : written(name),
      handle: handleOf(name, random),
      relay: `${letters.join("")}@buyers.marketplace.example`,
      email: `${mailbox(name, random)}@${publicHost(random)}`,
    };
    buyers.push(buyer);
    return buyer;
  }
}

/** What a buyer is called on the marketplace: in half of the cases it tells part of the name. */
function handleOf({ given, family }: PersonName, random: Random): string {
  const [first, last] = [inAddress(given), inAddress(family)];
  const [word, other] = [random.pick(SHOPPERS.handles), random.pick(SHOPPERS.handles)];
  const number = random.between(2, 99);
  return random.weighted([
    [`${word}${other}${number}`, 32],
    [`${word}_${random.between(1960, 2006)}`, 18],
    [`${first}${word}${number}`, 18],
    [`${first.charAt(0)}${last}${number}`, 16],
    [`${last}_${word}`, 8],
    [`${first}.${last}`, 8],
  ]);
}

/** The buyer as QuickBooks' customer list has them. */
export function inCustomerList({ index, name, email }: Buyer): CustomerProfile {
  const hasEmail = index % 3 === 0;
  return {
    id: String(57 + index),
    names: [written(name)],
    ...(hasEmail ? { emails: [email] } : {}),
  };
}
