import { isWeekend } from "../../calendar";
import { wayToRecord } from "../../recording";
import { addCharge, addRefund, type ChargeRow } from "../rows";
import type { Client } from "./clients";
import { type Parts, payerOf } from "./parts";

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
export class Invoices {
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
