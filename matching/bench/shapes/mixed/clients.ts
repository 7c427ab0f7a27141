import type { CustomerProfile } from "@/matching/engine/contract";
import { processorId } from "../../ids";
import { asTyped, mailbox, publicHost, UniqueNames, written } from "../../names/contacts";
import {
  type Contact,
  drawContacts,
  drawFirm,
  type FirmName,
  firmInBooks,
  fullFirm,
} from "../../names/firms";
import type { Random, Weighted } from "../../random";
import type { MixedRates } from "./rates";

export interface Payer {
  contact: Contact;
  onCard: string;
  /** The one at work, or one's own. */
  email: string;
  atProcessor: CustomerProfile;
}

/** A firm that is invoiced, has service plans, or both. */
export interface Client {
  index: number;
  firm: FirmName;
  inBooks: string;
  payers: Payer[];
  atBooks: CustomerProfile;
  /** Equal plans, minor units a month each. */
  plans: number;
  price: number;
  /** Day of the month, 1 to 28. */
  planDay: number;
}

/** Minor units a month. */
const PRICES: Weighted<number> = [
  [4_900, 30],
  [9_900, 36],
  [14_900, 22],
  [24_900, 12],
];

/** Clients numbered from 0, the first of which come up most. */
export function drawClients(random: Random, rates: MixedRates, count: number): Client[] {
  const taken = new UniqueNames();
  return Array.from({ length: count }, (_, index): Client => {
    const firm = drawFirm(random);
    const inBooks = taken.take(firmInBooks(firm, random), 57 + index);
    const payers = drawContacts(firm, random).map((contact) => drawPayer(contact, random, rates));
    return {
      index,
      firm,
      inBooks,
      payers,
      atBooks: inCustomerList(index, { inBooks, firm, payers }, random),
      plans: random.chance(rates.clientsWithPlan) ? random.weighted<number>(rates.plansEach) : 0,
      price: random.weighted(PRICES),
      planDay: random.weighted([
        [1, 40],
        [15, 15],
        [random.between(1, 28), 45],
      ]),
    };
  });
}

function drawPayer(contact: Contact, random: Random, rates: MixedRates): Payer {
  const own = `${mailbox(contact.name, random)}@${publicHost(random)}`;
  const email = random.chance(rates.privateAddress) ? own : contact.email;
  return {
    contact,
    onCard: random.chance(0.5) ? asTyped(contact.name, random) : written(contact.name),
    email,
    atProcessor: {
      id: processorId("cus_", random).slice(0, 18),
      names: [written(contact.name)],
      emails: [email],
      ...(random.chance(0.35) ? { phones: [contact.phone] } : {}),
    },
  };
}

function inCustomerList(
  index: number,
  { inBooks, firm, payers }: Pick<Client, "inBooks" | "firm" | "payers">,
  random: Random,
): CustomerProfile {
  const [first] = payers;
  const person = first && random.chance(0.5) ? [written(first.contact.name)] : [];
  return {
    id: String(57 + index),
    names: [inBooks, fullFirm(firm), ...person],
    ...(first && random.chance(0.6) ? { emails: [first.contact.email] } : {}),
    ...(first && random.chance(0.35) ? { phones: [first.contact.phone] } : {}),
  };
}
