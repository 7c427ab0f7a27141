import type { PaymentInput } from "@/matching/engine/contract";
import type { Books } from "../../books";
import { businessDayFrom, isWeekend, Sessions, weekday } from "../../calendar";
import { written } from "../../names/contacts";
import type { Random, Weighted } from "../../random";
import { addReceipt, type Shown } from "../rows";
import type { Client, DeskRates, MixedRates } from "./clients";

/** What is entered; amounts in minor units, signed. */
export interface Entry {
  day: number;
  amount: number;
  /** Invoice number, where there is one. */
  number?: string | undefined;
  subject: string;
}

/** Stands for everyone whom the books don't name. */
export const NOBODY = 1_000_000;

const BETWEEN_SESSIONS = { from: 5, to: 9 } as const;
const FIRST_DAY_OF_THE_HASTY = 3;
const EMPTY_NOTES: Weighted<string | undefined> = [
  [undefined, 34],
  ["card", 22],
  ["stripe", 16],
  ["CC", 14],
  ["online pmt", 14],
];
const EXTRA_MEANS = ["cash", "check", "bank transfer", "ACH"] as const;

/** Two bookkeepers who share a desk by days of the week. */
export class Desk {
  private readonly sessions: Sessions;
  private checkNumber = 5_120;

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: MixedRates,
    private readonly profiles: boolean,
  ) {
    this.sessions = new Sessions(random.fork("sessions"), BETWEEN_SESSIONS);
  }

  /** Who enters what came in on a day. */
  on(day: number): DeskRates {
    const { careful, hasty } = this.rates.desks;
    return isWeekend(day) || weekday(day) < FIRST_DAY_OF_THE_HASTY ? careful : hasty;
  }

  /** A client's payment. */
  receive(client: Client, entry: Entry): PaymentInput {
    const { random } = this;
    const desk = this.on(entry.day);
    const { number } = entry;
    const numbered = number !== undefined && random.chance(desk.invoiceNumber);
    const inReference = numbered && random.chance(desk.invoiceInReference);
    const meaningful = random.chance(desk.meaningfulNote) ? entry.subject : undefined;
    const note = meaningful ?? random.weighted(EMPTY_NOTES);
    const inNote = random.pick([`inv ${number}`, `${entry.subject}, #${number}`]);
    return addReceipt(this.books, {
      day: this.datedOn(entry.day, desk),
      currency: "USD",
      amount: entry.amount,
      shown: this.customer(client, desk),
      reference: inReference ? random.pick([number, `INV-${number}`]) : undefined,
      note: numbered && !inReference ? inNote : note,
      numbers: numbered && number !== undefined ? [number] : [],
    });
  }

  /** A sale at the counter, or several; `person` where the memo says who it was. */
  sell(entry: Entry, person?: { index: number; family: string }): PaymentInput {
    const { random } = this;
    const desk = this.on(entry.day);
    const subject = random.chance(desk.meaningfulNote) ? entry.subject : undefined;
    const slip = desk.lags !== null && random.chance(desk.slipsSameDay);
    const late = desk.lags === null ? this.sessions.after(entry.day) : entry.day + 1;
    return addReceipt(this.books, {
      day: slip ? entry.day : late,
      currency: "USD",
      amount: entry.amount,
      shown: { customer: person?.index ?? NOBODY, name: "Walk-in customer", anonymous: true },
      note: person
        ? `${entry.subject} ${person.family}`
        : (subject ?? random.weighted(EMPTY_NOTES)),
      noteShows: person !== undefined,
      type: entry.amount < 0 ? "RefundReceipt" : "SalesReceipt",
    });
  }

  /** Money that never went through the processor. Null: a walk-in's. */
  receiveElsewhere(client: Client | null, entry: Entry): void {
    const { random, rates } = this;
    const means = client === null ? "cash" : random.pick(EXTRA_MEANS);
    this.checkNumber += 1;
    const number = String(this.checkNumber);
    const says = random.chance(rates.extraSaysSo);
    addReceipt(this.books, {
      day: businessDayFrom(entry.day + (client === null ? 0 : random.between(-4, 9))),
      currency: "USD",
      amount: entry.amount,
      shown: client
        ? this.customer(client, this.on(entry.day))
        : { customer: NOBODY, name: "Walk-in customer", anonymous: true },
      reference: says && means === "check" ? number : undefined,
      note: says ? means : entry.subject,
      type: client ? "Payment" : "SalesReceipt",
    });
  }

  private customer(client: Client, desk: DeskRates): Shown {
    const { random, profiles } = this;
    const [first] = client.payers;
    const named = !random.chance(desk.nameMissing);
    const person = first && random.chance(desk.personAsCustomer);
    const name = person ? written(first.contact.name) : client.inBooks;
    return {
      customer: client.index,
      name: named ? name : undefined,
      email: first && random.chance(desk.email) ? first.contact.email : undefined,
      profile: profiles && named && !person ? client.atBooks : undefined,
    };
  }

  private datedOn(day: number, { lags }: DeskRates): number {
    const { random } = this;
    if (lags === null) return this.sessions.after(day);
    const dated = day + random.weighted(lags);
    return isWeekend(dated) ? businessDayFrom(dated) : dated;
  }
}

/** What each line of business works with. */
export interface Parts {
  books: Books;
  random: Random;
  rates: MixedRates;
  desk: Desk;
  profiles: boolean;
}

/** A person of the client, as the line shows them. */
export function payerOf(client: Client, { random, rates, profiles }: Parts): Shown {
  const payer = random.pickSkewed(client.payers);
  const { words, form } = client.firm;
  const firm = random.chance(rates.lineNamesFirm) ? `${words} ${form}`.trim() : payer.onCard;
  const named = !random.chance(rates.lineNameMissing);
  const mailed = random.chance(named ? rates.lineEmail : rates.lineEmailWithoutName);
  return {
    customer: client.index,
    name: named ? firm : undefined,
    email: mailed ? payer.email : undefined,
    profile: profiles && random.chance(rates.linesWithProfile) ? payer.atProcessor : undefined,
  };
}
