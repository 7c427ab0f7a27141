import { Bookkeeper, type Charge } from "../bookkeeper";
import type { WriteShape } from "../books";
import { bookingDay, FIRST_DAY, spanOf } from "../calendar";
import { priceIn } from "../fees";
import { type Customer, PEOPLE_RATES, People } from "../names/people";
import type { Random } from "../random";
import { NOISE } from "../rates";

/** An online shop: many small orders at clustered prices with tax. Shares from 0 to 1. */
const RATES = {
  ...NOISE,
  perDay: 90,
  /** Orders of customers who have ordered before. */
  returning: 0.4,
  /** Weeks whose dollar orders are booked as one payment a day. */
  summedWeeks: 0.15,
  /** Of those daily sums: recorded less the fees; booked the day after. */
  summedNet: 0.25,
  summedNextDay: 0.2,
  /** Orders whose number the line shows. */
  orderNumber: 0.6,
  refunded: 0.04,
  refundedInFull: 0.5,
  paymentNameMissing: 0.05,
  paymentReference: 0.25,
} as const;

/** Cents. */
const PRICES = [999, 1299, 1499, 1999, 2499, 2999, 3499, 3999, 4999, 5999, 7999] as const;
const SHIPPING = [0, 0, 0, 495, 795] as const;
/** Sales tax of the states where most orders go. */
const TAX = [0, 0, 0, 0.0625, 0.0825, 0.0725] as const;
const DAILY_NAMES = ["Daily sales", "Card sales", "Online sales", null] as const;

export const writeShop: WriteShape = ({ books, random, lines }) => {
  const { days, perDay } = spanOf(lines, RATES.perDay);
  const lastDay = FIRST_DAY + days - 1;
  const keeper = new Bookkeeper(books, random.fork("bookkeeper"), RATES, lastDay);
  const people = new People(random.fork("people"), PEOPLE_RATES);
  const customers: Customer[] = [];
  let order = 10_233;

  const firstWeek = random.next();
  for (let day = FIRST_DAY; day <= lastDay; day++) {
    const summed = isSummed(Math.floor((day - FIRST_DAY) / 7) + firstWeek / RATES.summedWeeks);
    const charges: Charge[] = [];
    for (let i = 0; i < perDay; i++) {
      const customer = buyer();
      const number = random.chance(RATES.orderNumber) ? String(order) : undefined;
      const description = number === undefined ? "Payment" : `Order #${order}`;
      order += random.between(1, 3);
      const sale = {
        customer,
        day,
        amount: basket(random, customer.currency),
        description,
        number,
      };
      if (!summed || customer.currency !== "USD") keeper.sell(sale);
      else charges.push(keeper.charge(sale));
      if (random.chance(RATES.unprocessed)) {
        const payer = buyer();
        const amount = basket(random, payer.currency);
        keeper.receiveElsewhere(payer, bookingDay(random, day), amount);
      }
    }
    if (charges.length > 0) bookDay(charges, day);
  }

  function buyer(): Customer {
    if (customers.length > 50 && random.chance(RATES.returning)) return random.pick(customers);
    const customer = people.make();
    customers.push(customer);
    return customer;
  }

  function bookDay(charges: Charge[], day: number): void {
    const net = random.chance(RATES.summedNet);
    const amount = charges.reduce((sum, { gross, fee }) => sum + gross - (net ? fee : 0), 0);
    const customerName = random.pick(DAILY_NAMES);
    const payment = books.addPayment(day + (random.chance(RATES.summedNextDay) ? 1 : 0), {
      id: "",
      date: "",
      amount,
      currency: "USD",
      ...(customerName === null ? {} : { customerName }),
      type: "SalesReceipt",
    });
    books.group("daily_sum", charges, [payment]);
    for (const charge of charges) keeper.aftermath(charge);
  }
};

/** Evenly spread, so that small data sets have such weeks too. */
function isSummed(week: number): boolean {
  return Math.floor((week + 1) * RATES.summedWeeks) > Math.floor(week * RATES.summedWeeks);
}

/** One to three pieces of one or two articles, with tax and shipping: amounts repeat, but not all. */
function basket(random: Random, currency: string): number {
  const pieces = random.weighted([
    [1, 70],
    [2, 22],
    [3, 8],
  ]);
  let cents = 0;
  for (let i = 0; i < pieces; i++) cents += random.pickSkewed(PRICES);
  cents = Math.round(cents * (1 + random.pick(TAX))) + random.pick(SHIPPING);
  return priceIn(currency, cents);
}
