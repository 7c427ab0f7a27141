import type { LineRef, WriteShape } from "../../books";
import { dateOf, FIRST_DAY, isWeekend, monthName, yearOf } from "../../calendar";
import type { Random } from "../../random";
import { wayToRecord } from "../../rates";
import { addCharge, addRefund, type ChargeRow } from "../rows";
import { type Client, drawClients, MIXED_RATES, type MixedRates } from "./clients";
import { Counter } from "./counter";
import { Desk, type Parts, payerOf } from "./desk";

interface Invoice {
  client: Client;
  day: number;
  number: string;
  /** Minor units. */
  amount: number;
  subject: string;
}

const WORK = [
  "Installation",
  "Repair",
  "Parts",
  "Inspection",
  "Site visit",
  "Maintenance",
] as const;
const HOURLY = [8_500, 9_500, 12_500] as const;
const FLAT = [15_000, 25_000, 40_000, 75_000] as const;
const FIRST_NUMBER = 3_107;

/** Single jobs for firms, paid by one of the firm's people. */
class Invoices {
  private count = 0;

  constructor(private readonly parts: Parts) {}

  pay(client: Client, day: number): void {
    const { random, rates, desk, books } = this.parts;
    const invoice = this.next(client, day);
    if (random.chance(rates.extraPayments)) desk.receiveElsewhere(client, this.next(client, day));
    const second = random.chance(rates.severalInvoices) ? this.next(client, day) : undefined;
    const charge = this.charge(invoice, second);
    if (random.chance(rates.paymentMissing)) return;
    if (second) {
      const payments = [invoice, second].map((each) => desk.receive(client, each));
      books.group("several_invoices", [charge], payments);
      return;
    }
    const { kind, amount } = wayToRecord(charge, { ...rates, ...desk.on(day) }, random);
    books.group(kind, [charge], [desk.receive(client, { ...invoice, amount })]);
    if (random.chance(rates.refunded)) this.refund(invoice, charge);
  }

  private charge(invoice: Invoice, second: Invoice | undefined): ChargeRow {
    const { random, rates, books } = this.parts;
    const { client, day, number, subject } = invoice;
    const shown = random.chance(rates.invoiceOnLine);
    const also = second ? ` + ${second.number}` : "";
    const text = random.pick([`Invoice ${number}${also}`, `${subject}, INV-${number}${also}`]);
    const numbers = [number, ...(second ? [second.number] : [])];
    return addCharge(books, random, rates, {
      day,
      currency: "USD",
      amount: invoice.amount + (second?.amount ?? 0),
      shown: payerOf(client, this.parts),
      description: shown ? text : random.pick([subject, "Payment for invoice", "Card payment"]),
      numbers: shown ? numbers : [],
    });
  }

  /** Some or all is given back within a month. */
  private refund(invoice: Invoice, charge: ChargeRow): void {
    const { random, desk, books } = this.parts;
    let day = invoice.day + random.between(2, 25);
    if (isWeekend(day)) day += 2;
    const part = Math.round((invoice.amount * random.pick([0.1, 0.25, 0.5])) / 100) * 100;
    const amount = random.chance(0.5) ? invoice.amount : Math.max(100, part);
    const back = addRefund(books, charge, day, amount);
    if (!random.chance(desk.on(day).refundRecorded)) return;
    const payment = desk.receive(invoice.client, {
      ...invoice,
      day,
      amount: -amount,
      subject: "Refund",
    });
    books.group("refund", [back], [payment]);
  }

  private next(client: Client, day: number): Invoice {
    const { random } = this.parts;
    const hours = random.between(2, 40) / 2;
    const byHours = Math.round(hours * random.pick(HOURLY));
    const amount = random.weighted([
      [byHours, 30],
      [random.pick(FLAT), 25],
      [byHours + random.between(300, 60_000), 45],
    ]);
    const number = String(FIRST_NUMBER + this.count++);
    return { client, day, number, amount, subject: random.pick(WORK) };
  }
}

/** Monthly service plans: equal charges, several of a client on one day. */
class Plans {
  constructor(private readonly parts: Parts) {}

  charge(client: Client, day: number): void {
    const { random, rates, desk } = this.parts;
    if (client.plans === 0 || random.chance(rates.planSkipped)) return;
    const due = client.plans * (random.chance(rates.planArrears) ? 2 : 1);
    if (random.chance(rates.extraPayments)) {
      const amount = client.plans * client.price;
      desk.receiveElsewhere(client, { day, amount, subject: subjectOf(day) });
    }
    const shown = payerOf(client, this.parts);
    const charges = Array.from({ length: due }, () => {
      return addCharge(this.parts.books, random, rates, {
        day,
        currency: "USD",
        amount: client.price,
        shown,
        description: random.chance(0.7) ? subjectOf(day) : "Subscription update",
      });
    });
    const collects = charges.length > 1 && random.chance(desk.on(day).collectsPlans);
    if (collects) this.recordTogether(client, day, charges);
    else for (const charge of charges) this.record(client, day, charge);
  }

  private record(client: Client, day: number, charge: ChargeRow): void {
    const { random, rates, desk, books } = this.parts;
    if (random.chance(rates.paymentMissing)) return;
    const noise = { ...rates, ...desk.on(day) };
    const { kind, amount } = wayToRecord(charge, noise, random);
    const payment = desk.receive(client, { day, amount, subject: subjectOf(day) });
    books.group(kind, [charge], [payment]);
  }

  private recordTogether(client: Client, day: number, charges: LineRef[]): void {
    const { random, rates, desk, books } = this.parts;
    if (random.chance(rates.paymentMissing)) return;
    const amount = charges.reduce((sum, { gross }) => sum + gross, 0);
    const subject = `${subjectOf(day)} x${charges.length}`;
    books.group("customer_sum", charges, [desk.receive(client, { day, amount, subject })]);
  }
}

function subjectOf(day: number): string {
  return `Service plan ${monthName(day)} ${yearOf(day)}`;
}

const DAYS_OF_A_MONTH = 30.44;
const WORKDAYS_SHARE = 5 / 7;

/** A small firm with invoices, monthly plans and a counter in one ledger. */
export const writeMixed: WriteShape = ({ books, random, lines }) => {
  const rates = MIXED_RATES;
  const setup = random.fork("setup");
  const perDay = setup.between(rates.fewestPerDay, rates.mostPerDay);
  const profiles = setup.chance(rates.companiesWithProfiles);
  const clients = drawClients(random.fork("clients"), rates, clientCount(perDay, rates));
  const desk = new Desk(books, random.fork("desk"), rates, profiles);
  const parts = { books, rates, desk, profiles };
  const plans = new Plans({ ...parts, random: random.fork("plans") });
  const invoices = new Invoices({ ...parts, random: random.fork("invoices") });
  const counter = new Counter({ ...parts, random: random.fork("counter") });
  for (let day = FIRST_DAY; books.lineCount < lines; day++) {
    const date = Number(dateOf(day).slice("YYYY-MM-".length));
    for (const client of clients) if (client.planDay === date) plans.charge(client, day);
    if (isWeekend(day)) continue;
    const workday = perDay / WORKDAYS_SHARE;
    for (let i = countOf(workday * rates.invoices, random); i > 0; i--) {
      invoices.pay(random.pickSkewed(clients), day);
    }
    counter.work(day, countOf(workday * rates.walkIns, random));
  }
};

/** As many clients as give the wanted share of plan charges. */
function clientCount(perDay: number, { plans, clientsWithPlan, plansEach }: MixedRates): number {
  const weights = plansEach.reduce((sum, [, weight]) => sum + weight, 0);
  const each = plansEach.reduce((sum, [count, weight]) => sum + count * weight, 0) / weights;
  return Math.round((perDay * DAYS_OF_A_MONTH * plans) / (clientsWithPlan * each));
}

function countOf(mean: number, random: Random): number {
  return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.normal()));
}
