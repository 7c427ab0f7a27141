import {
  drawFamilyName,
  inAddress,
  mailbox,
  type PersonName,
  phoneNumber,
  publicHost,
  shortGiven,
  UniqueNames,
  written,
} from "../../names/contacts";
import { ALIKE, GIVEN_NAMES } from "../../names/lists";
import type { Random } from "../../random";
import { NOISE } from "../../rates";

/** A sports club whose families renew within few weeks, at few equal dues. Shares from 0 to 1. */
export const CLUB_RATES = {
  ...NOISE,
  perDay: 20,
  /** Lines of the weeks in which memberships are renewed. */
  renewals: 0.55,
  /** Families that don't renew in a season. */
  lapsed: 0.1,
  /** Families that pay all their dues in one go. */
  paidTogether: 0.5,
  /** Members who have something besides: a locker, a camp, a team. */
  extras: 0.35,
  /** Purchases outside the weeks of renewal after which a member starts to pay by the month. */
  monthly: 0.04,
  lineNameMissing: 0.05,
  lineEmail: 0.66,
  lineEmailWithoutName: 0.7,
  /** Lines for a single member that say who it is. */
  lineNamesMember: 0.45,
  /** Of them: the member instead of the payer as the processor's customer. */
  memberAsPayer: 0.2,
  paymentNameMissing: 0.04,
  paymentEmail: 0.12,
  paymentNameInNote: 0.3,
  chargeOnPayment: 0.08,
  noted: 0.4,
  /** Dues paid at the desk, by check or by transfer. */
  unprocessed: 0.12,
  /** Of them: the memo says how. */
  unprocessedNoted: 0.75,
  netRecorded: 0.03,
  transposed: 0.004,
  smallDifference: 0.002,
  refunded: 0.012,
  refundRecorded: 0.8,
  paymentMissing: 0.035,
};

export type ClubRates = typeof CLUB_RATES;

const ALIKE_SHARE = 0.18;

export type AgeGroup = "adult" | "junior" | "senior";

export interface Member {
  index: number;
  name: PersonName;
  age: AgeGroup;
}

/** People who live together, of whom at least one is a member. */
interface Household {
  /** Number in the club's register. */
  number: number;
  family: string;
  members: Member[];
  /** Adults who pay, members or not. */
  payers: PersonName[];
  /** One address for all. */
  email: string;
}

/** @param firstIndex number of the household's first member */
function drawHousehold(random: Random, number: number, firstIndex: number): Household {
  const family = drawFamilyName(random);
  const parents = random.chance(0.68) ? 2 : 1;
  const children = random.weighted([
    [0, 34],
    [1, 24],
    [2, 27],
    [3, 11],
    [4, 4],
  ]);
  const adults = drawGiven(random, parents).map((given, i): PersonName => {
    const kept = i > 0 && random.chance(0.16);
    return { given, family: kept ? drawFamilyName(random) : family };
  });
  const age: AgeGroup = children === 0 && random.chance(0.3) ? "senior" : "adult";
  // In a family with children most adults only pay.
  const joining = adults.filter((_, i) => (children === 0 && i === 0) || random.chance(0.3));
  const members = [
    ...joining.map((name) => ({ name, age })),
    ...drawChildren(random, children).map((given) => ({
      name: { given, family },
      age: "junior" as const,
    })),
  ].map((member, i): Member => ({ index: firstIndex + i, ...member }));
  // Drawn and not used: without them all later households would be others.
  for (const _ of adults) phoneNumber(random);
  return {
    number,
    family,
    members,
    payers: adults,
    email: addressOf(adults[0] ?? { given: "the", family }, family, random),
  };
}

function drawChildren(random: Random, count: number): string[] {
  if (count < 2 || !random.chance(ALIKE_SHARE)) return drawGiven(random, count);
  const pair = random.pick(ALIKE);
  const others = drawGiven(random, count).filter((given) => !pair.includes(given));
  return [...pair, ...others.slice(0, count - 2)];
}

/** Different names. */
function drawGiven(random: Random, count: number): string[] {
  const names = new Set<string>();
  while (names.size < count) names.add(random.pick(GIVEN_NAMES));
  return [...names];
}

function addressOf(name: PersonName, family: string, random: Random): string {
  const local = random.weighted([
    [mailbox(name, random), 68],
    [`the${inAddress(family)}s`, 10],
    [`${inAddress(family)}.family`, 12],
    [`${random.pick(["bluebarn", "redkite", "catmum", "hillrunner"])}${random.between(1, 99)}`, 10],
  ]);
  return `${local}@${publicHost(random)}`;
}

/** What the books call the members of a household: each by name, all as one, or by who pays. */
type Filing = "member" | "sub_customer" | "family" | "payer";
const FILINGS: Readonly<Record<Filing, number>> = {
  member: 55,
  sub_customer: 12,
  family: 20,
  payer: 13,
};

/** A household as the club knows it. */
export interface Family extends Household {
  filing: Filing;
  /** The name of the household's account: "Falk Family", or who pays. */
  heading: string;
  /** The name of each member's account, in the order of the members; the heading where all share it. */
  inBooks: string[];
}

/** The club's register: makes families in their order and keeps them. */
export class Families {
  private members = 0;
  private readonly list: Family[] = [];
  private readonly headings = new UniqueNames();

  constructor(private readonly random: Random) {}

  /** The family at a place, counted from 0; made when it is the next one. */
  at(place: number): Family {
    const known = this.list[place];
    if (known) return known;
    const { random } = this;
    const household = drawHousehold(random, 401 + this.list.length, this.members);
    const { number, members } = household;
    this.members += members.length;
    const filing = random.weighted(FILINGS);
    const heading = this.headings.take(headingOf(household, filing, random), number);
    const inBooks = members.map(({ name }) =>
      hasOwnAccounts(filing)
        ? this.headings.take(filed(name, filing, heading, random), number)
        : heading,
    );
    const family = { ...household, filing, heading, inBooks };
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
  const given = payers.map((payer) => payer.given);
  const [first] = payers;
  if (filing === "payer" && first) return written(first);
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
