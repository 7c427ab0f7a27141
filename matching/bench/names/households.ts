import type { Random } from "../random";
import {
  drawFamilyName,
  inAddress,
  mailbox,
  type PersonName,
  phoneNumber,
  publicHost,
} from "./contacts";
import { ALIKE, GIVEN_NAMES } from "./lists";

const ALIKE_SHARE = 0.18;

export type AgeGroup = "adult" | "junior" | "senior";

export interface Member {
  index: number;
  name: PersonName;
  age: AgeGroup;
}

/** People who live together, of whom at least one is a member. */
export interface Household {
  /** Number in the club's register. */
  number: number;
  family: string;
  members: Member[];
  /** Adults who pay, members or not. */
  payers: { name: PersonName; phone: string }[];
  /** One address for all. */
  email: string;
}

/** @param firstIndex number of the household's first member */
export function drawHousehold(random: Random, number: number, firstIndex: number): Household {
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
  return {
    number,
    family,
    members,
    payers: adults.map((name) => ({ name, phone: phoneNumber(random) })),
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
