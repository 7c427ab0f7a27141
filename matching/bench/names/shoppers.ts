import type { Random } from "../random";
import { SHOPPERS } from "./lists";

/** A shopper, who orders once, seldom twice. */
export interface Shopper {
  index: number;
  /** On the card, as typed. */
  onCard: string;
  /** On the parcel, from which the books take the customer's name. */
  onParcel: string;
  email: string;
}

const { given: GIVEN, family: FAMILY, handles: HANDLES } = SHOPPERS;
const HOSTS = {
  "gmail.com": 55,
  "yahoo.com": 12,
  "hotmail.com": 10,
  "icloud.com": 12,
  "outlook.com": 8,
  "aol.com": 3,
};

/** Makes shoppers, numbered from 0. */
export class Shoppers {
  private count = 0;

  constructor(private readonly random: Random) {}

  make(): Shopper {
    const { random } = this;
    const given = random.pickSkewed(GIVEN);
    const family = random.chance(0.25)
      ? `${random.pick(FAMILY)}-${random.pick(FAMILY)}`
      : random.pickSkewed(FAMILY);
    const shopper = {
      index: this.count++,
      onCard: this.onCard(given, family),
      onParcel: this.onParcel(given, family),
      email: this.email(given.toLowerCase(), family.toLowerCase().replace(/[^a-z]/g, "")),
    };
    // Drawn and not used: without them all later shoppers would be others.
    random.next();
    random.next();
    return shopper;
  }

  private onCard(given: string, family: string): string {
    const { random } = this;
    const name = random.chance(0.08)
      ? `${given} ${random.pick([..."ABCDEJKLMRST"])} ${family}`
      : `${given} ${family}`;
    if (random.chance(0.14)) return name.toUpperCase();
    return random.chance(0.07) ? name.toLowerCase() : name;
  }

  private onParcel(given: string, family: string): string {
    const { random } = this;
    // A gift, or someone else at the address receives the parcel.
    if (random.chance(0.03)) return `${random.pickSkewed(GIVEN)} ${family}`;
    if (random.chance(0.015)) return `${random.pickSkewed(GIVEN)} ${random.pickSkewed(FAMILY)}`;
    const short = family.split("-")[0] ?? family;
    return random.weighted([
      [`${given} ${family}`, 78],
      [`${given.toLowerCase()} ${family.toLowerCase()}`, 6],
      [`${given} ${short}`, 6],
      [`${given.charAt(0)} ${family}`, 4],
      [`${family} ${given}`, 3],
      [`${given} ${family.charAt(0)}.`, 3],
    ]);
  }

  private email(given: string, family: string): string {
    const { random } = this;
    const host = random.weighted(HOSTS);
    const number = random.between(1, 99);
    const year = random.between(1955, 2006);
    const local = random.weighted([
      [`${given}.${family}${number}`, 18],
      [`${given}${family}`, 14],
      [`${given.charAt(0)}${family}${year}`, 16],
      [`${family}.${given}`, 8],
      [`${given}${number}`, 12],
      [`${given}_${family.charAt(0)}${year}`, 8],
      [`${random.pick(HANDLES)}${random.pick(HANDLES)}${year}`, 24],
    ]);
    return `${local}@${host}`;
  }
}
