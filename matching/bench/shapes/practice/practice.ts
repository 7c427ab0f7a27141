import type { ShapeContext, WriteShape } from "../../books";
import { businessDayFrom, FIRST_DAY, isWeekend, weekday } from "../../calendar";
import { addFeeLine } from "../../fees";
import type { Random } from "../../random";
import type { ChargeRow } from "../rows";
import { Desk, type Sale } from "./desk";
import { drawHabits, type Habits, PRACTICE_RATES as RATES, TRADES } from "./habits";
import { type Household, Households, type Patient, type Payer } from "./households";
import { Insurers } from "./insurers";

const SERVICES: Readonly<Record<Habits["trade"], readonly string[]>> = {
  dental: ["Cleaning", "Filling", "Crown", "X-ray", "Exam"],
  therapy: ["Session", "Session", "Intake", "Evaluation"],
  pediatrics: ["Well visit", "Sick visit", "Vaccines", "Physical"],
  veterinary: ["Exam", "Vaccines", "Dental", "Surgery", "Boarding"],
};
/** Who has no insurance pays the list price at once. */
const SELF_PAY = { dental: 0.12, therapy: 0.3, pediatrics: 0.08, veterinary: 1 };
const SESSION_PRICES = [9_000, 12_000, 14_000] as const;
const SATURDAY = 5;
const FIRST_VISIT = 61_204;

/** A practice's days: who comes, what is due at once, and what comes later. */
class Practice {
  private readonly agenda = new Map<number, (() => void)[]>();
  private readonly households: Household[];
  private readonly insurers: Insurers;
  private visits = FIRST_VISIT;

  constructor(
    private readonly random: Random,
    private readonly desk: Desk,
    private readonly habits: Habits,
  ) {
    const maker = new Households(random.fork("households"), habits);
    const count = habits.visitsPerDay * TRADES[habits.trade].householdsPerVisit;
    this.households = Array.from({ length: count }, () => maker.make());
    this.insurers = new Insurers(desk, this.households);
  }

  work(day: number): void {
    const { random, desk, habits } = this;
    desk.open();
    for (const action of random.shuffle(this.agenda.get(day) ?? [])) action();
    this.agenda.delete(day);
    const open = !isWeekend(day) || (habits.saturdays && weekday(day) === SATURDAY);
    if (!open) return;
    const mean = isWeekend(day) ? habits.visitsPerDay / 2 : habits.visitsPerDay;
    const seen = new Set<Household>();
    for (let i = Math.round(mean + Math.sqrt(mean) * 0.8 * random.normal()); i > 0; i--) {
      const household = random.pick(this.households);
      if (!seen.has(household)) this.visit(household, day);
      seen.add(household);
    }
    if (habits.trade !== "veterinary" || habits.virtualCards) this.insurers.pay(day);
    if (random.chance(RATES.feeLines)) addFeeLine(desk.books, "USD", day, random);
    desk.close(day);
  }

  private visit(household: Household, day: number): void {
    const { random, habits } = this;
    const patients = random.shuffle([...household.patients]);
    const [patient] = patients;
    if (!patient) return;
    const sale = this.sale(patient, day);
    if (random.chance(RATES.noShow)) {
      const due = { amount: habits.noShowFee, subject: "No-show fee", place: "online" } as const;
      this.desk.sell({ ...sale, ...due });
      return;
    }
    if (random.chance(RATES.bookingDeposit)) this.book(sale);
    const together = patients.length > 1 && random.chance(RATES.comesTogether);
    const present = together ? patients.slice(0, random.between(2, 3)) : [patient];
    if (random.chance(TRADES[habits.trade].atOnce)) this.payAtOnce(present, sale);
    for (const each of present) {
      if (habits.trade !== "veterinary" || random.chance(0.2)) this.insurers.file(each, day);
      if (random.chance(TRADES[habits.trade].after)) this.payAfterAnswer(this.sale(each, day));
    }
    if (random.chance(RATES.planBegins)) this.payPlan(sale);
  }

  private payAtOnce(patients: readonly Patient[], sale: Sale): void {
    const { random, desk, habits } = this;
    const selfPay = random.chance(SELF_PAY[habits.trade]);
    const dues = patients.map((patient): Sale => {
      const visit = String(this.visits++);
      const subject = selfPay ? random.pick(SERVICES[habits.trade]) : "Copay";
      const amount = selfPay ? this.price() : patient.household.copay;
      return { ...sale, patient, visit, subject, amount };
    });
    if (random.chance(RATES.paidOtherwise)) {
      const method = random.pick(["Cash", "Check"]);
      for (const due of dues) desk.receive(due, undefined, method);
      return;
    }
    const [first] = dues;
    if (!first) return;
    if (dues.length === 1 || !random.chance(RATES.oneChargeForAll)) {
      for (const due of dues) desk.sell(due);
      return;
    }
    const amount = dues.reduce((sum, due) => sum + due.amount, 0);
    if (random.chance(RATES.oneReceiptForAll)) {
      desk.sell({ ...first, amount });
      return;
    }
    const charge = desk.charge({ ...first, amount, terminal: 1 });
    if (desk.forgets()) return;
    const payments = dues.map((due) => desk.receive(due, charge));
    desk.books.group("family_visit", [charge], payments);
  }

  /** The patient's part: an odd amount, weeks after the visit. */
  private payAfterAnswer(sale: Sale): void {
    const { random, desk, habits } = this;
    const { from, to } = habits.answer;
    const day = sale.day + random.between(from, to);
    const amount = Math.round(Math.exp(Math.log(9_000) + 0.9 * random.normal()));
    const due: Sale = { ...sale, day, amount, subject: "Patient balance", place: "online" };
    this.on(day, () => {
      if (random.chance(RATES.twoCards)) return this.payByTwoCards(due);
      const charge = desk.sell(due);
      if (random.chance(RATES.overpaid)) this.giveBack(due, charge);
    });
  }

  private payByTwoCards(due: Sale): void {
    const { random, desk } = this;
    const part = Math.min(due.amount - 100, random.between(4, 30) * 500);
    if (part <= 0) return;
    const payer = random.pick(due.patient.household.payers);
    const charges = [
      desk.charge({ ...due, amount: part, payer, subject: "HSA" }),
      desk.charge({ ...due, amount: due.amount - part }),
    ];
    if (desk.forgets()) return;
    desk.books.group("customer_sum", charges, [desk.receive(due, charges[0])]);
  }

  private giveBack(due: Sale, charge: ChargeRow): void {
    const { random, desk } = this;
    const day = businessDayFrom(due.day + random.between(6, 40));
    const part = Math.max(100, Math.round(due.amount * (random.between(10, 80) / 100)));
    const amount = random.chance(0.4) ? due.amount : part;
    const back = { ...due, day, visitDay: day, amount, subject: "Refund overpayment" };
    this.on(day, () => desk.giveBack(back, charge));
  }

  /** A deposit now for a visit that follows. */
  private book(sale: Sale): void {
    const visitDay = businessDayFrom(sale.day + this.random.between(7, 28));
    const amount = this.habits.bookingDeposit;
    const visit = String(this.visits++);
    this.desk.sell({ ...sale, visit, visitDay, amount, subject: "Deposit", place: "online" });
  }

  private payPlan(sale: Sale): void {
    const { random, desk } = this;
    const count = random.between(3, 12);
    const amount = random.pick([7_500, 10_000, 15_000, 20_000]);
    for (let i = 1; i <= count; i++) {
      const day = sale.day + Math.round(30.44 * i);
      const due = { ...sale, day, visitDay: day, amount, place: "online" as const };
      const visit = String(this.visits++);
      this.on(day, () => desk.sell({ ...due, visit, subject: `Payment plan ${i}/${count}` }));
    }
  }

  private sale(patient: Patient, day: number): Sale {
    const visit = String(this.visits++);
    const terminal = this.random.chance(RATES.firstTerminal) ? 0 : 1;
    const due = { amount: 0, subject: "Visit", place: "desk" } as const;
    return { ...due, patient, payer: this.payerOf(patient), day, visitDay: day, visit, terminal };
  }

  private payerOf({ household, name }: Patient): Payer {
    const { random } = this;
    const [first, second] = household.payers;
    if (!first) throw new RangeError("a household has a payer");
    const own = household.payers.find((payer) => payer.name === name) ?? first;
    const other = own === first ? second : first;
    return other && random.chance(RATES.spouseCard) ? other : own;
  }

  /** List price, minor units. */
  private price(): number {
    const { random, habits } = this;
    if (habits.trade === "therapy") return random.pickSkewed(SESSION_PRICES);
    if (habits.trade === "veterinary") {
      return Math.max(2_500, Math.round(Math.exp(Math.log(16_000) + 0.7 * random.normal())));
    }
    return random.between(9, 60) * 500;
  }

  private on(day: number, action: () => void): void {
    this.agenda.set(day, [...(this.agenda.get(day) ?? []), action]);
  }
}

/**
 * A dental, therapy, children's or animal practice that takes cards at the desk and online, written
 * by an author who had not seen the engine. Every seed is another practice.
 *
 * Of the practices 36 % are dentists, 24 % therapists, 20 % pediatricians and 20 % vets, with 6 to 13
 * visits a day and a third open on Saturdays. A visit brings a copay (few equal amounts) or a list
 * price in 55 to 93 % of cases, and an odd patient's part 4 to 36 days later in 5 to 50 %. Of the
 * visits 3 % are missed, 4 % booked with a deposit, 0.6 % begin a payment plan, and 9 % are paid in cash or by check;
 * in 22 %, two or three of a household come together: 60 % of these pay with one charge (of which 85 %
 * have a receipt for each patient), the others with one charge each, which only a text tells apart. The spouse's HSA card
 * pays 18 %, two cards at once 2 %; 3 % of the patients' parts are overpaid and given back.
 *
 * A practice's customers are patients (six ways to write them: 28 % plain, 22 % last name first, 13 %
 * with chart number, 10 % below their guarantor, 9 % initials only) or, in 18 %, their guarantors.
 * Payments are dated when paid (44 %), on the day of the visit (34 %) or in sessions four to eight days
 * apart (22 %). In 42 % of practices the first of two terminals (60 % of visits) is entered as the day's sum, by brand or whole. Seven in ten take
 * insurers' virtual cards, of which 40 % of the insurers make use: one charge for up to seven patients, in
 * one practice of five entered as a whole. The other insurers' money never goes through the processor.
 * On 28 % of days each charge is forgotten with 22 %. All other rates: `PRACTICE_RATES` and the
 * weights in `habits.ts` and `insurers.ts`.
 */
export const writePractice: WriteShape = ({ books, random, lines }: ShapeContext) => {
  const habits = drawHabits(random.fork("habits"));
  const desk = new Desk(books, random.fork("desk"), habits);
  const practice = new Practice(random.fork("practice"), desk, habits);
  for (let day = FIRST_DAY; books.lineCount < lines; day++) practice.work(day);
};
