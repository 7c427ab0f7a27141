import { Bookkeeper } from "../bookkeeper";
import type { WriteShape } from "../books";
import { bookingDay, FIRST_DAY, spanOf } from "../calendar";
import { priceIn } from "../fees";
import { type Customer, PEOPLE_RATES, People } from "../names/people";
import type { Weighted } from "../random";
import { NOISE } from "../rates";

/** A software business with few prices and hundreds of equal amounts a month. Shares from 0 to 1. */
const RATES = {
  ...NOISE,
  /** Charges a day, of all prices and currencies. */
  perDay: 55,
  /** Subscribers with a second or third seat, charged separately on the same day. */
  seats: 0.04,
  /** Subscribers who leave, per month. */
  leaving: 0.05,
  /** Subscribers who are companies. */
  companies: 0.3,
} as const;

/** Minor units; a yearly price is charged once in the span. */
const MONTHLY: Weighted<number> = [
  [900, 14],
  [1900, 24],
  [2900, 34],
  [4900, 16],
  [9900, 8],
];
const YEARLY: Weighted<number> = [
  [19_000, 3],
  [29_000, 4],
  [49_000, 2],
];
const YEARLY_SHARE = 0.02;
const MONTH = 30.44;

interface Subscriber {
  customer: Customer;
  amount: number;
  seats: number;
}

export const writeSubscriptions: WriteShape = ({ books, random, lines }) => {
  const { days, perDay } = spanOf(lines, RATES.perDay);
  const lastDay = FIRST_DAY + days - 1;
  const keeper = new Bookkeeper(books, random.fork("bookkeeper"), RATES, lastDay);
  const people = new People(random.fork("people"), { ...PEOPLE_RATES, company: RATES.companies });
  const subscribe = (): Subscriber => {
    const customer = people.make();
    const amount = priceIn(customer.currency, random.weighted(MONTHLY));
    return { customer, amount, seats: random.chance(RATES.seats) ? random.between(2, 3) : 1 };
  };
  // Subscribers pay on the same day of each month; those who leave are replaced.
  const places = Math.round((perDay * MONTH) / (1 + RATES.seats * 1.5));
  for (let place = 0; place < places; place++) {
    let subscriber = subscribe();
    for (let at = random.next() * MONTH; at < days; at += MONTH) {
      const day = FIRST_DAY + Math.floor(at);
      pay(subscriber, day);
      if (random.chance(RATES.leaving)) subscriber = subscribe();
    }
  }

  function pay({ customer, amount, seats }: Subscriber, day: number): void {
    const yearly = random.chance(YEARLY_SHARE);
    const price = yearly ? priceIn(customer.currency, random.weighted(YEARLY)) : amount;
    for (let seat = 0; seat < seats; seat++) {
      keeper.sell({ customer, day, amount: price, description: "Subscription update" });
    }
    if (random.chance(RATES.unprocessed)) {
      const payer = random.chance(0.3) ? customer : people.make();
      const when = day + random.between(-10, 10);
      keeper.receiveElsewhere(payer, bookingDay(random, when), priceIn(payer.currency, amount));
    }
  }
};
