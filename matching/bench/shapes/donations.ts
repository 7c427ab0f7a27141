import { Bookkeeper } from "../bookkeeper";
import type { WriteShape } from "../books";
import { bookingDay, FIRST_DAY, spanOf } from "../calendar";
import { feeOf, priceIn } from "../fees";
import { type Customer, PEOPLE_RATES, People } from "../names/people";
import type { Weighted } from "../random";
import { NOISE } from "../rates";

/** A charity: round amounts, many donors, names in many spellings. Shares from 0 to 1. */
const RATES = {
  ...NOISE,
  perDay: 75,
  /** Gifts of donors who give every month. */
  monthly: 0.35,
  /** Gifts of donors who have given before, now and then. */
  returning: 0.2,
  /** Gifts whose donor wants no name in the books; a third of them gives none at the checkout. */
  anonymous: 0.015,
  /** Donors who add the fee, which makes the amount uneven. */
  coversFee: 0.04,
  lineNameMissing: 0.03,
  lineNameRespelled: 0.12,
  paymentNameRespelled: 0.06,
  refunded: 0.006,
  netRecorded: 0.04,
  unprocessed: 0.1,
} as const;

/** How gifts are written down whose donor wants to stay unnamed. */
const ANONYMOUS = {
  ...RATES,
  lineNameMissing: 0.33,
  lineEmailWithoutName: 0,
  paymentNameMissing: 1,
  namelessCustomer: "Anonymous",
  paymentEmailWithoutName: 0,
  paymentNameInNote: 0,
} as const;

const PEOPLE = { ...PEOPLE_RATES, company: 0.05, spelledOtherwise: 0.42 } as const;

/** Minor units. */
const GIFTS: Weighted<number> = [
  [500, 5],
  [1000, 15],
  [2000, 15],
  [2500, 22],
  [3000, 4],
  [5000, 20],
  [7500, 2],
  [10_000, 13],
  [25_000, 3],
  [50_000, 1],
];
const MONTH = 30;

export const writeDonations: WriteShape = ({ books, random, lines }) => {
  const { days, perDay } = spanOf(lines, RATES.perDay);
  const lastDay = FIRST_DAY + days - 1;
  const keeper = new Bookkeeper(books, random.fork("bookkeeper"), RATES, lastDay);
  const anonymousKeeper = new Bookkeeper(books, random.fork("anonymous"), ANONYMOUS, lastDay);
  const people = new People(random.fork("people"), PEOPLE);
  const donors: Customer[] = [];
  const donor = () => {
    const customer = people.make();
    donors.push(customer);
    return customer;
  };

  const members = Math.round(perDay * RATES.monthly * MONTH);
  for (let member = 0; member < members; member++) {
    const customer = donor();
    const gift = random.weighted(GIFTS);
    const first = random.between(0, MONTH - 1);
    for (let at = first; at < days; at += MONTH) give(customer, FIRST_DAY + at, gift);
  }
  const others = Math.round(perDay * (1 - RATES.monthly));
  for (let day = FIRST_DAY; day <= lastDay; day++) {
    for (let i = 0; i < others; i++) {
      const again = random.chance(RATES.returning / (1 - RATES.monthly));
      give(again ? random.pick(donors) : donor(), day, random.weighted(GIFTS));
    }
  }

  function give(customer: Customer, day: number, gift: number): void {
    const price = priceIn(customer.currency, gift);
    const covered = random.chance(RATES.coversFee) ? feeOf(price, customer.currency) : 0;
    const sale = { customer, day, amount: price + covered, description: "Donation" };
    (random.chance(RATES.anonymous) ? anonymousKeeper : keeper).sell(sale);
    if (!random.chance(RATES.unprocessed)) return;
    const giver = random.chance(0.3) ? random.pick(donors) : people.make();
    const amount = priceIn(giver.currency, random.weighted(GIFTS));
    keeper.receiveElsewhere(giver, bookingDay(random, day), amount);
  }
};
