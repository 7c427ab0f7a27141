import type { PaymentInput } from "@/matching/engine/contract";
import { type Books, REFERENCE_WIDTH } from "../../books";
import { businessDayFrom, dateOf, Sessions } from "../../calendar";
import { written } from "../../names/contacts";
import type { Random, Weighted } from "../../random";
import { wayToRecord } from "../../rates";
import { addCharge, addReceipt, addRefund, type ChargeRow, type Shown } from "../rows";
import { type Habits, PRACTICE_RATES as RATES } from "./habits";
import { initialsOf, type Patient, type Payer } from "./households";

/** What is paid for a patient; amounts in minor units. */
export interface Sale {
  patient: Patient;
  payer: Payer;
  day: number;
  /** The day of treatment, before the charge or (of a deposit) after it. */
  visitDay: number;
  amount: number;
  subject: string;
  place: "desk" | "online";
  /** At the desk: the first terminal is entered as a sum where the practice does so. */
  terminal: 0 | 1;
  /** The software's number of the visit. */
  visit: string;
}

/** Stands for everyone whom the books don't name. */
export const NOBODY = 1_000_000;
const BETWEEN_SESSIONS = { from: 4, to: 8 } as const;
const DAYS_TO_RECEIPT = [
  [0, 86],
  [1, 9],
  [2, 2],
  [3, 2],
  [-1, 1],
] as const;
const IDLE_LINES = ["Payment", "Card payment", "Patient payment"] as const;
const IDLE_MEMOS: Weighted<string | undefined> = [
  [undefined, 40],
  ["card", 25],
  ["pt pmt", 20],
  ["cc", 15],
];
const COLLECTIVE: Weighted<string | undefined> = [
  ["Daily Card Deposits", 40],
  ["Patients", 35],
  [undefined, 25],
];
const TERMINALS = ["Front desk", "Back office"] as const;

/** "3/2" */
export function shortDate(day: number): string {
  const [, month, date] = dateOf(day).split("-").map(Number);
  return `${month}/${date}`;
}

/** Writes sales as charges and as payments in the books. */
export class Desk {
  private readonly sessions: Sessions;
  private readonly batches = new Map<string, ChargeRow[]>();
  private readonly collective: string | undefined;
  private receiptNumber = 4_118;
  private gapDay = false;

  constructor(
    readonly books: Books,
    readonly random: Random,
    readonly habits: Habits,
  ) {
    this.sessions = new Sessions(random.fork("sessions"), BETWEEN_SESSIONS);
    this.collective = random.weighted(COLLECTIVE);
  }

  /** To be called before the first sale of a day. */
  open(): void {
    this.gapDay = this.random.chance(RATES.gapDays);
  }

  forgets(): boolean {
    return this.gapDay && this.random.chance(RATES.missingOnGapDay);
  }

  /** A charge of its own, and what the books have of it. */
  sell(sale: Sale): ChargeRow {
    const { random, habits } = this;
    const summed = habits.batches !== "none" && sale.place === "desk" && sale.terminal === 0;
    const batched = summed ? this.batchOf(sale) : undefined;
    const charge = this.charge(sale);
    if (batched !== undefined) {
      this.batches.set(batched, [...(this.batches.get(batched) ?? []), charge]);
    } else if (!this.forgets()) {
      const { kind, amount } = wayToRecord(charge, RATES, random);
      this.books.group(kind, [charge], [this.receive({ ...sale, amount }, charge)]);
    }
    return charge;
  }

  charge(sale: Sale): ChargeRow {
    const { random, habits, books } = this;
    const { patient, payer, day, amount, place, terminal, visit } = sale;
    const atDesk = place === "desk";
    const named = random.chance(atDesk ? habits.cardholderShown : 1 - RATES.lineNameMissing);
    const mailed = random.chance(atDesk ? RATES.deskEmail : RATES.lineEmail);
    const { text, showsPatient } = this.lineText(sale);
    const batched = habits.batches !== "none" && atDesk;
    const withCard = habits.cardOnLine || batched;
    const card = withCard ? ` ${payer.brand} ${payer.lastFour}` : "";
    const showsCard = withCard && habits.memo === "card";
    const numbered = habits.visitNumbers && random.chance(RATES.visitNumberOnLine);
    const shown: Shown = {
      customer: patient.index,
      among:
        !showsPatient && (named || mailed || showsCard) ? patient.household.indices : undefined,
      name: named ? (atDesk ? payer.atTerminal : payer.onCard) : undefined,
      email: mailed ? payer.email : undefined,
      profile: habits.profiles && !atDesk ? payer.profile : undefined,
    };
    const charge = addCharge(books, random, RATES, {
      day,
      currency: "USD",
      amount,
      shown,
      description: `${batched ? `${TERMINALS[terminal]} ` : ""}${text}${card}`,
      descriptionShows: showsPatient || showsCard,
      numbers: numbered ? [visit] : [],
    });
    if (charge.line && numbered) {
      charge.line.numbers = [{ field: "metadata.visit_id", value: visit }];
    }
    return charge;
  }

  /** A payment in the books. Without a charge it never went through the processor. */
  receive(sale: Sale, charge?: ChargeRow, method: string = sale.payer.brand): PaymentInput {
    const { random, habits, books } = this;
    const { patient, payer, amount } = sale;
    const saysMethod = !charge && random.chance(0.5);
    const { note, showsPatient } = saysMethod
      ? { note: method.toLowerCase(), showsPatient: false }
      : this.memo(sale);
    const { reference, numbers } = charge ? this.reference(sale, charge) : {};
    const named = !random.chance(RATES.paymentNameMissing);
    const mailed = random.chance(RATES.paymentEmail);
    const payment = addReceipt(books, {
      day: this.datedOn(sale),
      currency: "USD",
      amount,
      shown: {
        customer: patient.index,
        among: showsPatient
          ? undefined
          : named
            ? patient.mayBe
            : mailed
              ? patient.household.indices
              : undefined,
        name: named ? patient.inBooks : undefined,
        email: mailed ? payer.email : undefined,
        profile: habits.profiles && named ? patient.profile : undefined,
      },
      reference,
      note,
      noteShows: showsPatient,
      numbers,
      type: amount < 0 ? "RefundReceipt" : habits.receiptType,
    });
    if (habits.methods) payment.method = method;
    return payment;
  }

  /** Money given back for a charge. `sale.amount` is positive. */
  giveBack(sale: Sale, charge: ChargeRow): void {
    const { random, books } = this;
    const line = addRefund(books, charge, sale.day, sale.amount);
    if (!random.chance(RATES.refundRecorded)) return;
    books.group("refund", [line], [this.receive({ ...sale, amount: -sale.amount }, charge)]);
  }

  /** Enters the day's batches of the terminal. */
  close(day: number): void {
    const { random, books } = this;
    for (const [note, charges] of this.batches) {
      if (random.chance(RATES.sumMissing)) continue;
      const payment = addReceipt(books, {
        day,
        currency: "USD",
        amount: charges.reduce((sum, { gross }) => sum + gross, 0),
        shown: { customer: NOBODY, name: this.collective, anonymous: true },
        note,
        type: "SalesReceipt",
      });
      books.group(charges.length > 1 ? "terminal_sum" : "one_to_one", charges, [payment]);
    }
    this.batches.clear();
  }

  private batchOf({ payer, day }: Sale): string {
    const date = shortDate(day);
    return this.habits.batches === "whole"
      ? `${TERMINALS[0]} cards ${date}`
      : `${payer.brand} ${date}`;
  }

  private lineText(sale: Sale): { text: string; showsPatient: boolean } {
    const { random, habits } = this;
    const { subject, visitDay, patient } = sale;
    const { name, chart } = patient;
    if (!random.chance(RATES.keepsToHabit)) return { text: subject, showsPatient: false };
    const chartInBooks = habits.naming === "chart";
    const short = `${name.given} ${name.family.charAt(0)}.`;
    return {
      nothing: () => ({ text: random.pick(IDLE_LINES), showsPatient: false }),
      subject: () => ({ text: subject, showsPatient: false }),
      patient: () => ({
        text: random.pick([`${subject} - ${name.given}`, `${subject} ${short}`, written(name)]),
        showsPatient: true,
      }),
      initials: () => ({ text: `${subject} (${initialsOf(name)})`, showsPatient: true }),
      chart: () => ({ text: `${subject} pt #${chart}`, showsPatient: chartInBooks }),
      visit: () => ({ text: `${subject} DOS ${shortDate(visitDay)}`, showsPatient: false }),
    }[habits.lineText]();
  }

  private memo(sale: Sale): { note: string | undefined; showsPatient: boolean } {
    const { random, habits } = this;
    const { patient, payer, subject, visitDay } = sale;
    const { given } = patient.name;
    const keeps = random.chance(RATES.keepsToHabit);
    // Who keeps one customer for a household writes down for whom the money came, more often than not.
    if (habits.naming === "guarantors" && random.chance(0.6)) {
      return { note: random.pick([given, `${given} ${subject}`]), showsPatient: true };
    }
    if (!keeps) return { note: random.weighted(IDLE_MEMOS), showsPatient: false };
    const ownCard = payer.name === patient.name;
    return {
      nothing: () => ({ note: random.weighted(IDLE_MEMOS), showsPatient: false }),
      subject: () => ({ note: subject, showsPatient: false }),
      patient: () => ({ note: `${subject} ${given}`, showsPatient: true }),
      visit: () => ({ note: `DOS ${shortDate(visitDay)}`, showsPatient: false }),
      payer: () => ({
        note: ownCard
          ? subject
          : `${subject}, pd by ${random.pick([payer.name.given, written(payer.name)])}`,
        showsPatient: false,
      }),
      card: () => ({ note: `${payer.brand} ${payer.lastFour}`, showsPatient: false }),
    }[habits.memo]();
  }

  private reference(
    sale: Sale,
    { chargeId }: ChargeRow,
  ): { reference?: string; numbers?: string[] } {
    const { random, habits } = this;
    this.receiptNumber += 1;
    const visit = { reference: sale.visit, numbers: [sale.visit] };
    if (habits.visitNumbers && random.chance(RATES.visitNumberInBooks)) return visit;
    if (!random.chance(RATES.reference)) return {};
    return {
      none: {},
      visit: { reference: sale.visit, numbers: [sale.visit] },
      receipt: { reference: `R-${this.receiptNumber}` },
      card: { reference: sale.payer.lastFour },
      charge_id: { reference: chargeId.slice(0, REFERENCE_WIDTH), numbers: [chargeId] },
    }[habits.reference];
  }

  private datedOn({ day, visitDay, subject }: Sale): number {
    const { random, habits } = this;
    if (subject === "Deposit") return habits.depositsDatedAtVisit ? visitDay : day;
    if (habits.dating === "sessions") return this.sessions.after(day);
    if (habits.dating === "visit" && random.chance(0.85)) return visitDay;
    const dated = day + random.weighted(DAYS_TO_RECEIPT);
    return businessDayFrom(dated);
  }
}
