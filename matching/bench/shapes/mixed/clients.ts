import type { CustomerProfile } from "@/matching/engine/contract";
import { processorId } from "../../books";
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
import { NOISE } from "../../rates";

/** How one bookkeeper enters payments; shares from 0 to 1. */
export interface DeskRates {
  /** Days from the charge to the date of the payment, with weights; null: the next session. */
  lags: readonly (readonly [days: number, weight: number])[] | null;
  /** Sales at the counter dated by their slip, where payments have lags; the others a day later. */
  slipsSameDay: number;
  /** Payments with the invoice number, and of these as a reference and not in the memo. */
  invoiceNumber: number;
  invoiceInReference: number;
  /** Memos that say what it was for; others say nothing or "card". */
  meaningfulNote: number;
  /** A person of the client as the customer, instead of the firm. */
  personAsCustomer: number;
  nameMissing: number;
  email: number;
  /** Equal charges of a client on one day, and walk-ins of one day, entered as one. */
  collectsPlans: number;
  collectsWalkIns: number;
  /** Walk-ins whose name is in the memo. */
  walkInNamed: number;
  netRecorded: number;
  transposed: number;
  smallDifference: number;
  refundRecorded: number;
}

/** Enters every morning, with the invoice at hand. */
const CAREFUL: DeskRates = {
  lags: [
    [0, 66],
    [1, 22],
    [2, 5],
    [3, 5],
    [-1, 2],
  ],
  slipsSameDay: 0.93,
  invoiceNumber: 0.72,
  invoiceInReference: 0.75,
  meaningfulNote: 0.7,
  personAsCustomer: 0.02,
  nameMissing: 0.01,
  email: 0.12,
  collectsPlans: 0.06,
  collectsWalkIns: 0,
  walkInNamed: 0.45,
  netRecorded: 0.004,
  transposed: 0.003,
  smallDifference: 0.002,
  refundRecorded: 0.95,
};

/** Part-time: once a week from the processor's list, amounts typed by hand. */
const HASTY: DeskRates = {
  lags: null,
  slipsSameDay: 0,
  invoiceNumber: 0.15,
  invoiceInReference: 0.4,
  meaningfulNote: 0.15,
  personAsCustomer: 0.09,
  nameMissing: 0.04,
  email: 0.01,
  collectsPlans: 0.4,
  collectsWalkIns: 0.45,
  walkInNamed: 0.12,
  netRecorded: 0.05,
  transposed: 0.012,
  smallDifference: 0.008,
  refundRecorded: 0.65,
};

/** A small firm with invoices, service plans and a counter. Common sense, not measurements. */
export const MIXED_RATES = {
  ...NOISE,
  fewestPerDay: 10,
  mostPerDay: 17,
  /** Lines by line of business: a third each, more or less. */
  plans: 0.36,
  invoices: 0.34,
  walkIns: 0.3,

  companiesWithProfiles: 0.5,
  linesWithProfile: 0.7,
  /** Of all charges, whoever enters them. */
  paymentMissing: 0.03,
  /** Per charge: cash, checks and transfers for the same things at the same prices. */
  extraPayments: 0.04,
  extraSaysSo: 0.8,
  /** The careful one works Monday to Wednesday and takes what came in at the weekend. */
  desks: { careful: CAREFUL, hasty: HASTY },

  /** Clients with a plan; those with several pay one equal charge for each site. */
  clientsWithPlan: 0.72,
  plansEach: [
    [1, 74],
    [2, 15],
    [3, 7],
    [4, 4],
  ],
  /** Plans whose card failed last month: both months are charged at once. */
  planArrears: 0.012,
  planSkipped: 0.02,

  lineNameMissing: 0.05,
  /** Lines of firms in the firm's name and not the cardholder's. */
  lineNamesFirm: 0.25,
  lineEmail: 0.65,
  /** People with an address at work who pay from their own. */
  privateAddress: 0.22,
  invoiceOnLine: 0.5,
  /** One charge for two invoices. */
  severalInvoices: 0.03,
  refunded: 0.02,
  /** Counter terminals hand over a name for most cards. */
  walkInNameOnLine: 0.6,
  walkInEmail: 0.2,
} as const;

export type MixedRates = typeof MIXED_RATES;

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
