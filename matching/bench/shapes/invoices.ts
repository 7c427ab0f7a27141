import { Bookkeeper, type Charge } from "../bookkeeper";
import type { WriteShape } from "../books";
import { bookingDay, FIRST_DAY, isWeekend, spanOf } from "../calendar";
import { priceIn } from "../fees";
import { type Customer, PEOPLE_RATES, People } from "../names/people";
import type { Random } from "../random";
import { NOISE } from "../rates";

/** A firm that sends invoices: large, mostly unique amounts, paid in many ways. Shares from 0 to 1. */
const RATES = {
  ...NOISE,
  perDay: 40,
  /** Invoices to customers who had one before. */
  returning: 0.7,
  /** Retainers: the same customer, the same amount, about every month. */
  retainers: 0.2,
  /** Amounts that are round. */
  round: 0.25,
  /** Charges whose line shows the invoice number. */
  invoiceNumber: 0.55,
  /** Charges recorded as two or three payments. */
  instalments: 0.04,
  /** Of instalments: all on one day. */
  instalmentsSameDay: 0.5,
  /** Groups of two to four charges of one customer, recorded as one payment. */
  customerSums: 0.02,
  /** Two charges of one customer recorded as two payments that are divided otherwise. */
  redivided: 0.003,
  paymentReference: 0.3,
  netRecorded: 0.08,
  smallDifference: 0.008,
  transposed: 0.008,
  refunded: 0.03,
  unprocessed: 0.12,
} as const;

const PEOPLE = { ...PEOPLE_RATES, company: 0.7, spelledOtherwise: 0.4 } as const;
const DAYS_BETWEEN_INSTALMENTS = 5;

export const writeInvoices: WriteShape = ({ books, random, lines }) => {
  const { days, perDay } = spanOf(lines, RATES.perDay);
  const lastDay = FIRST_DAY + days - 1;
  const keeper = new Bookkeeper(books, random.fork("bookkeeper"), RATES, lastDay);
  const people = new People(random.fork("people"), PEOPLE);
  const customers: Customer[] = [];
  const retainers = new Map<Customer, number>();
  let invoice = 2041;

  const events = Math.round((days * perDay) / (1 + RATES.customerSums * 2 + RATES.refunded));
  for (let event = 0; event < events; event++) {
    const day = workday(random, days);
    const customer = client();
    if (random.chance(RATES.customerSums)) sumOfCustomer(customer, day);
    else if (random.chance(RATES.redivided)) redivide(customer, day);
    else if (random.chance(RATES.instalments)) payInParts(keeper.charge(sale(customer, day)));
    else keeper.sell(sale(customer, day));
    if (random.chance(RATES.unprocessed)) {
      const payer = client();
      keeper.receiveElsewhere(payer, workday(random, days), amountFor(payer));
    }
  }

  function client(): Customer {
    if (customers.length > 20 && random.chance(RATES.returning))
      return random.pickSkewed(customers);
    const customer = people.make();
    customers.push(customer);
    return customer;
  }

  function sale(customer: Customer, day: number) {
    const shown = random.chance(RATES.invoiceNumber);
    const number = `INV-${invoice++}`;
    const description = shown ? `Payment for Invoice ${number}` : "Invoice payment";
    return {
      customer,
      day,
      amount: amountFor(customer),
      description,
      number: shown ? number : undefined,
    };
  }

  function amountFor(customer: Customer): number {
    const retainer = retainers.get(customer);
    if (retainer !== undefined && random.chance(0.6)) return retainer;
    const amount = priceIn(customer.currency, invoiceAmount(random));
    if (random.chance(RATES.retainers)) retainers.set(customer, amount);
    return amount;
  }

  function sumOfCustomer(customer: Customer, day: number): void {
    const charges: Charge[] = [];
    const count = random.between(2, 4);
    for (let i = 0; i < count; i++) charges.push(keeper.charge(sale(customer, day)));
    const net = random.chance(RATES.netRecorded);
    const amount = charges.reduce((sum, { gross, fee }) => sum + gross - (net ? fee : 0), 0);
    const payment = keeper.receive({ customer, day: bookingDay(random, day), amount });
    books.group("customer_sum", charges, [payment]);
  }

  function redivide(customer: Customer, day: number): void {
    const charges = [keeper.charge(sale(customer, day)), keeper.charge(sale(customer, day))];
    const total = charges.reduce((sum, { gross }) => sum + gross, 0);
    const first = Math.round(total * (0.2 + 0.3 * random.next()));
    const booked = bookingDay(random, day);
    const payments = [first, total - first].map((amount) =>
      keeper.receive({ customer, day: booked, amount }),
    );
    books.group("many_to_many", charges, payments);
  }

  function payInParts(charge: Charge): void {
    const sameDay = random.chance(RATES.instalmentsSameDay);
    const { customer, number } = charge.sale;
    let booked = bookingDay(random, charge.day);
    const payments = parts(random, charge.gross).map((amount) => {
      const payment = keeper.receive({ customer, day: booked, amount, number });
      if (!sameDay) booked += random.between(0, DAYS_BETWEEN_INSTALMENTS);
      return payment;
    });
    books.group("instalments", [charge], payments);
  }
};

function workday(random: Random, days: number): number {
  const day = FIRST_DAY + random.between(0, days - 1);
  return isWeekend(day) && random.chance(0.85) ? FIRST_DAY + random.between(0, days - 1) : day;
}

/** Cents, about $40 to $40,000, most of them uneven. */
function invoiceAmount(random: Random): number {
  const cents = Math.round(Math.exp(Math.log(85_000) + 1.1 * random.normal()));
  const amount = Math.min(4_000_000, Math.max(4_000, cents));
  return random.chance(RATES.round) ? Math.max(5_000, Math.round(amount / 5_000) * 5_000) : amount;
}

function parts(random: Random, total: number): number[] {
  const count = random.chance(0.75) ? 2 : 3;
  if (random.chance(0.4)) {
    const share = Math.floor(total / count);
    return Array.from({ length: count }, (_, i) => (i === 0 ? total - share * (count - 1) : share));
  }
  const first = Math.max(1, Math.round(total * (0.2 + 0.3 * random.next())));
  if (count === 2) return [first, total - first];
  const second = Math.max(1, Math.round((total - first) * (0.3 + 0.4 * random.next())));
  return [first, second, total - first - second];
}
