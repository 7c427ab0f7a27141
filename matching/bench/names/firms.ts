import type { Random } from "../random";
import {
  drawPerson,
  inAddress,
  mailbox,
  type PersonName,
  phoneNumber,
  publicHost,
  written,
} from "./contacts";
import { FIRM_FIRSTS, FIRM_SECONDS } from "./lists";

const FORMS = ["Ltd", "LLC", "Inc", "Limited", "Inc.", "LLP", "Co", "Group", "GmbH"] as const;
const HOUSES = ["House", "Court", "Lofts", "Mews", "Gardens", "Yard", "Terrace"] as const;
const AGENCY_WORDS = ["Media", "Communications", "Creative", "Management", "Partners"] as const;

export interface FirmName {
  /** Without its legal form: "Northgate Joinery". */
  words: string;
  /** "" where it has none. */
  form: string;
}

export interface Contact {
  name: PersonName;
  email: string;
  phone: string;
}

export function drawFirm(random: Random): FirmName {
  const words = random.chance(0.1)
    ? `${drawPerson(random).family} & ${drawPerson(random).family} ${random.pick(FIRM_SECONDS)}`
    : `${random.pickSkewed(FIRM_FIRSTS)} ${random.pickSkewed(FIRM_SECONDS)}`;
  return { words, form: random.chance(0.75) ? random.pickSkewed(FORMS) : "" };
}

/** An agency that pays for its own clients: "Sable Media". */
export function drawAgency(random: Random): FirmName {
  const words = `${random.pick(FIRM_FIRSTS)} ${random.pick(AGENCY_WORDS)}`;
  return { words, form: random.pickSkewed(FORMS) };
}

/** A building whose units are billed one by one: "Mill House". */
export function drawHouse(random: Random): FirmName {
  return { words: `${random.pickSkewed(FIRM_FIRSTS)} ${random.pick(HOUSES)}`, form: "" };
}

export function fullFirm({ words, form }: FirmName): string {
  return form === "" ? words : `${words} ${form}`;
}

/** A firm as its bookkeeper's customer list has it, mostly but not always as on its letterhead. */
export function firmInBooks(firm: FirmName, random: Random): string {
  const { words, form } = firm;
  const [first = "", ...rest] = words.split(" ");
  return random.weighted<() => string>([
    [() => fullFirm(firm), 58],
    [() => words, 20],
    [() => `${words} ${random.pick(FORMS)}`, 5],
    [() => `The ${words} ${form}`.trim(), 3],
    [() => fullFirm(firm).toUpperCase(), 4],
    [() => words.replace(" & ", " and "), 3],
    [() => `${first} ${(rest[rest.length - 1] ?? "").slice(0, 4)}.`, 3],
    [() => first, 2],
    [() => `${words} - ${drawPerson(random).given}`, 2],
  ])();
}

/** One to four people who pay for a firm. A small firm's people may use a public mailbox. */
export function drawContacts(firm: FirmName, random: Random): Contact[] {
  const count = random.weighted([
    [1, 45],
    [2, 33],
    [3, 15],
    [4, 7],
  ]);
  const host = random.chance(0.22) ? null : hostOf(firm, random);
  return Array.from({ length: count }, () => {
    const name = drawPerson(random);
    return { name, email: addressOf(name, firm, host, random), phone: phoneNumber(random) };
  });
}

function addressOf(name: PersonName, firm: FirmName, host: string | null, random: Random): string {
  if (host === null) {
    const local = random.chance(0.5) ? inAddress(firm.words) : inAddress(written(name));
    return `${local}@${publicHost(random)}`;
  }
  const shared = random.chance(0.14);
  const local = shared
    ? random.pick(["accounts", "office", "info", "ap", "admin"])
    : mailbox(name, random);
  return `${local}@${host}`;
}

function hostOf({ words }: FirmName, random: Random): string {
  const parts = words.split(" ").map(inAddress).filter(Boolean);
  const initials = parts.map((part) => part.charAt(0)).join("");
  const name = random.weighted([
    [parts.join(""), 60],
    [parts.join("-"), 12],
    [parts[0] ?? "", 14],
    [`${initials}${random.pick(["group", "hq", "ltd", "co"])}`, 14],
  ]);
  return `${name}.example`;
}
