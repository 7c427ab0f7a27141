import { processorId } from "../../ids";
import { type PersonName, shortGiven, UniqueNames, written } from "../../names/contacts";
import { drawHousehold, type Household } from "../../names/households";
import type { Random, Weighted } from "../../random";

/** What the books call the members of a household: each by name, all as one, or by who pays. */
type Filing = "member" | "sub_customer" | "family" | "payer";
const FILINGS: Weighted<Filing> = [
  ["member", 55],
  ["sub_customer", 12],
  ["family", 20],
  ["payer", 13],
];

/** A household as the club knows it. */
export interface Family extends Household {
  filing: Filing;
  /** The name of the household's account: "Falk Family", or who pays. */
  heading: string;
  /** The name of each member's account, in the order of the members; the heading where all share it. */
  inBooks: string[];
  /** Processor's ids of the payers. */
  payerIds: string[];
}

/** The club's register: makes families in their order and keeps them. */
export class Families {
  private members = 0;
  private readonly list: Family[] = [];
  private readonly headings = new UniqueNames();
  private readonly details: Random;

  constructor(private readonly random: Random) {
    this.details = random.fork("profiles");
  }

  /** The family at a place, counted from 0; made when it is the next one. */
  at(place: number): Family {
    const known = this.list[place];
    if (known) return known;
    const { random, details } = this;
    const household = drawHousehold(random, 401 + this.list.length, this.members);
    const { number, members, payers } = household;
    this.members += members.length;
    const filing = random.weighted(FILINGS);
    const heading = this.headings.take(headingOf(household, filing, random), number);
    const inBooks = members.map(({ name }) =>
      hasOwnAccounts(filing)
        ? this.headings.take(filed(name, filing, heading, random), number)
        : heading,
    );
    const payerIds = payers.map(() => processorId("cus_", details).slice(0, 18));
    const family = { ...household, filing, heading, inBooks, payerIds };
    this.list.push(family);
    return family;
  }

  next(): Family {
    return this.at(this.list.length);
  }

  any(random: Random): Family {
    return this.at(random.between(0, Math.max(0, this.list.length - 1)));
  }
}

export function indicesOf({ members }: Family): readonly number[] {
  return members.map(({ index }) => index);
}

/** Whether each member of a family has an account of its own in the books. */
export function hasOwnAccounts(filing: Filing): boolean {
  return filing === "member" || filing === "sub_customer";
}

function headingOf({ family, payers }: Household, filing: Filing, random: Random): string {
  const given = payers.map(({ name }) => name.given);
  const [first] = payers;
  if (filing === "payer" && first) return written(first.name);
  return random.pick([
    `${family} Family`,
    `${family} family`,
    `The ${family}s`,
    `${family}, ${given.join(" & ")}`,
    `${given.join(" and ")} ${family}`,
    family,
  ]);
}

/** A member's name in the books, now and then with the short form of the given name. */
function filed(name: PersonName, filing: Filing, heading: string, random: Random): string {
  if (filing === "sub_customer") return `${heading}:${name.given}`;
  if (random.chance(0.14)) return `${shortGiven(name.given, random)} ${name.family}`;
  return random.chance(0.16) ? `${name.family}, ${name.given}` : written(name);
}
