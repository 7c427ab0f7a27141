import type { CustomerProfile } from "@/matching/engine/contract";
import { processorId } from "../../books";
import {
  asTyped,
  drawPerson,
  inAddress,
  mailbox,
  type PersonName,
  publicHost,
  type UniqueNames,
  written,
} from "../../names/contacts";
import { drawFirm, fullFirm } from "../../names/firms";
import type { Random } from "../../random";

/** Shares, 0 to 1, unless noted: estimates of a careful observer, not measurements. */
export const LAW_FIRM_RATES = {
  /** New matters a week, fewest and most. */
  fewestOpened: 5,
  mostOpened: 14,
  /** Companies whose pay page asks for the matter number, and their lines that show it. */
  companiesWithMatterOnLine: 0.5,
  matterOnLine: 0.75,
  matterOnLineElsewhere: 0.06,
  /** Companies that enter receipts once a week, and the days until others do. */
  companiesWeekly: 0.4,
  entryDays: [
    [0, 38],
    [1, 34],
    [2, 14],
    [3, 8],
    [6, 4],
    [11, 2],
  ],
  companiesWithProfiles: 0.5,
  companiesSurnameFirst: 0.7,
  clientIsFirm: 0.3,
  /** Clients who come back with another matter. */
  secondMatter: 0.25,
  /** Matters whose bills are paid by someone other than the client, such as an employer or a relative. */
  paidByAnother: 0.16,
  onPlan: 0.22,
  /** Lines without a name, with an address, and without the processor's id, fee or net. */
  lineNameMissing: 0.05,
  lineEmail: 0.7,
  lineReferenceMissing: 0.05,
  lineFeeMissing: 0.05,
  lineNetMissing: 0.1,
  /** Receipts whose reference is the start of the processor's id, as an export cuts it. */
  receiptReference: 0.05,
  receiptEmail: 0.15,
  /** Consultations booked to one customer for all of them. */
  collectiveConsultation: 0.25,
  paymentMissing: 0.03,
  /** Receipts by check or transfer for each by card. */
  otherMeans: 0.25,
  smallDifference: 0.006,
  transposed: 0.006,
  netRecorded: 0,
} as const;

type LawFirmRates = typeof LAW_FIRM_RATES;

export interface Payer {
  name: string;
  email: string;
  profile: CustomerProfile;
}

export interface Matter {
  /** Number among all matters: the customer of the truth. */
  index: number;
  client: Client;
  /** "23-0147" */
  number: string;
  subject: string;
  payer: Payer;
  /** Minor units. */
  retainer: number;
  /** Minor units a month, or null: bills are paid as they come. */
  plan: number | null;
}

export interface Client {
  inBooks: string;
  names: string[];
  own: Payer;
  matters: Matter[];
}

const SUBJECTS = ["Lease", "Custody", "Estate", "Visa", "Injury", "Closing", "Will"] as const;
const RETAINERS = [100_000, 150_000, 150_000, 250_000, 250_000, 350_000, 500_000] as const;
const PLANS = [20_000, 25_000, 30_000, 50_000] as const;

export function drawClient(
  random: Random,
  taken: UniqueNames,
  { rates, surnameFirst, count }: { rates: LawFirmRates; surnameFirst: boolean; count: number },
): Client {
  if (random.chance(rates.clientIsFirm)) {
    const firm = drawFirm(random);
    const contact = drawPerson(random);
    const host = `${inAddress(firm.words)}.example`;
    const own = payer(contact, `${mailbox(contact, random)}@${host}`, random);
    const inBooks = taken.take(random.chance(0.7) ? fullFirm(firm) : firm.words, count);
    return { inBooks, names: [inBooks, written(contact)], own, matters: [] };
  }
  const name = drawPerson(random);
  const listed = surnameFirst ? `${name.family}, ${name.given}` : written(name);
  const inBooks = taken.take(listed, count);
  const own = payer(name, `${mailbox(name, random)}@${publicHost(random)}`, random);
  return { inBooks, names: [inBooks, written(name)], own, matters: [] };
}

/** Opens another matter of a client. */
export function openMatter(
  client: Client,
  random: Random,
  { rates, index }: { rates: LawFirmRates; index: number },
): Matter {
  const matter: Matter = {
    index,
    client,
    number: `23-${String(index + 117).padStart(4, "0")}`,
    subject: random.pick(SUBJECTS),
    payer: random.chance(rates.paidByAnother) ? another(client, random) : client.own,
    retainer: random.pick(RETAINERS),
    plan: random.chance(rates.onPlan) ? random.pick(PLANS) : null,
  };
  client.matters.push(matter);
  return matter;
}

/** A relative of the same surname, or anybody else: an employer's clerk, a partner. */
function another({ own }: Client, random: Random): Payer {
  const person = drawPerson(random);
  const family = own.name.split(" ").at(-1) ?? person.family;
  const name = random.chance(0.6) ? { given: person.given, family } : person;
  return payer(name, `${mailbox(name, random)}@${publicHost(random)}`, random);
}

function payer(name: PersonName, email: string, random: Random): Payer {
  const id = processorId("cus_", random).slice(0, 18);
  return {
    name: random.chance(0.6) ? written(name) : asTyped(name, random),
    email,
    profile: { id, names: [written(name)], emails: [email] },
  };
}
