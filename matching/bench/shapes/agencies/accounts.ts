import { asTyped, UniqueNames, written } from "../../names/contacts";
import {
  type Contact,
  drawAgency,
  drawContacts,
  drawFirm,
  drawHouse,
  type FirmName,
  firmInBooks,
  fullFirm,
} from "../../names/firms";
import type { Random, Weighted } from "../../random";
import { NOISE } from "../../rates";

/** A studio that invoices firms: people pay by card, the books know the firm. Shares from 0 to 1. */
export const AGENCY_RATES = {
  ...NOISE,
  perDay: 12,
  /** Charges that are a monthly retainer. */
  retainers: 0.38,
  retainerSkipped: 0.05,
  retainerRaised: 0.02,
  lineNameMissing: 0.06,
  /** Of the named lines: the firm's name instead of the cardholder's. */
  lineNamesFirm: 0.13,
  lineEmail: 0.72,
  lineEmailWithoutName: 0.7,
  /** Lines that show the invoice number; of these also as a reference. */
  invoiceOnLine: 0.45,
  invoiceInReference: 0.4,
  /** Lines of an account with several clients that say which it is. */
  lineNamesClient: 0.6,
  paymentNameMissing: 0.03,
  paymentEmail: 0.03,
  /** Payments that carry the invoice number, or the processor's id. */
  invoiceOnPayment: 0.28,
  chargeOnPayment: 0.05,
  noted: 0.45,
  /** Clients' usual habit of dating is kept this often. */
  habitual: 0.75,
  /** Invoices paid by transfer, check or PayPal. */
  unprocessed: 0.13,
  /** Charges for two invoices, which the books hold as two payments; and the other way round. */
  severalInvoices: 0.035,
  chargesTogether: 0.02,
  /** Projects paid half in advance; charges recorded in two parts. */
  halves: 0.07,
  instalments: 0.02,
  /** Charged twice by mistake, given back within days, never in the books. */
  doubled: 0.004,
  netRecorded: 0.055,
  smallDifference: 0.007,
  refunded: 0.025,
  refundRecorded: 0.75,
};

export type AgencyRates = typeof AGENCY_RATES;

/** When a bookkeeper dates the payments of a client. */
export type Habit = "promptly" | "month_end" | "invoice_date" | "catching_up";

/** One customer in the books: a firm, a unit of a building, a client of an agency. */
export interface Client {
  index: number;
  inBooks: string;
  /** What sets it apart from the others of its account: the unit, the client's name. */
  label: string;
  currency: string;
  /** Minor units, every month. */
  retainer: number | null;
  retainerDay: number;
  habit: Habit;
}

/** Who pays, and for whom: mostly a firm for itself. */
export interface Account {
  firm: FirmName;
  contacts: { contact: Contact; onCard: string }[];
  clients: Client[];
  /** Numbers of all clients. */
  indices: number[];
}

const CURRENCIES = { USD: 82, GBP: 11, EUR: 7 };
/** Minor units. */
const RETAINERS: Weighted<number> = [
  [45_000, 8],
  [75_000, 16],
  [95_000, 10],
  [120_000, 16],
  [150_000, 18],
  [180_000, 6],
  [250_000, 14],
  [400_000, 5],
];
const HABITS: Readonly<Record<Habit, number>> = {
  promptly: 58,
  month_end: 12,
  invoice_date: 10,
  catching_up: 20,
};
/** Kinds of accounts, and clients with a retainer; a house or an agency has several clients. */
const SHARES = { agency: 0.03, house: 0.035, retainer: 0.5 } as const;

/** Makes accounts one after the other and numbers their clients from 0. */
export class Accounts {
  private count = 0;
  private readonly taken = new UniqueNames();

  constructor(private readonly random: Random) {}

  make(): Account {
    const kind = this.random.next();
    if (kind < SHARES.agency) return this.agency();
    return kind < SHARES.agency + SHARES.house ? this.house() : this.firm();
  }

  private firm(): Account {
    const firm = drawFirm(this.random);
    const contacts = drawContacts(firm, this.random);
    const inBooks = firmInBooks(firm, this.random);
    const currency = this.random.weighted(CURRENCIES);
    return this.account(firm, contacts, [this.client(inBooks, fullFirm(firm), currency)]);
  }

  /** Units of one building: in the books sub-customers, "Mill House:3C". */
  private house(): Account {
    const { random } = this;
    const drawn = drawHouse(random);
    const house = { ...drawn, words: this.taken.take(drawn.words, 57 + this.count) };
    const contacts = drawContacts(house, random);
    const floor = random.between(1, 6);
    const count = random.between(3, 8);
    const clients = Array.from({ length: count }, (_, i) => {
      const unit = `${floor + Math.floor(i / 4)}${"ABCD".charAt(i % 4)}`;
      const name = `${house.words}:${unit}`;
      return this.client(name, unit, "USD");
    });
    return this.account(house, contacts, clients);
  }

  /** The agency pays with its own card; the books know its clients. */
  private agency(): Account {
    const { random } = this;
    const agency = drawAgency(random);
    const contacts = drawContacts(agency, random);
    const clients = Array.from({ length: random.between(2, 6) }, () => {
      const firm = drawFirm(random);
      const inBooks = firmInBooks(firm, random);
      return this.client(inBooks, firm.words, "USD");
    });
    return this.account(agency, contacts, clients);
  }

  private account(firm: FirmName, contacts: Contact[], clients: Client[]): Account {
    const { random } = this;
    return {
      firm,
      contacts: contacts.map((contact) => {
        const typed = random.chance(0.45);
        const onCard = typed ? asTyped(contact.name, random) : written(contact.name);
        return { contact, onCard };
      }),
      clients,
      indices: clients.map(({ index }) => index),
    };
  }

  private client(inBooks: string, label: string, currency: string): Client {
    const { random } = this;
    const number = 57 + this.count;
    return {
      index: this.count++,
      inBooks: this.taken.take(inBooks, number),
      label,
      currency,
      retainer: random.chance(SHARES.retainer) ? random.weighted(RETAINERS) : null,
      retainerDay: random.weighted([
        [0, 50],
        [14, 15],
        [random.between(0, 27), 35],
      ]),
      habit: random.weighted(HABITS),
    };
  }
}
