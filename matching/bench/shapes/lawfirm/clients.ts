import type { CustomerProfile } from "@/matching/engine/contract";
import { processorId } from "../../ids";
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
import type { LawFirmRates } from "./rates";

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
