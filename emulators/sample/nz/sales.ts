import { addDays, type CalendarDate } from "@/lib/dates";
import type { Random } from "../../mint";
import { newId } from "../../paypal/book";
import type { PayPalState } from "../../paypal/state";
import { unixDay } from "../../stripe/book";
import type { Person } from "../names";
import type { Buyers } from "./people";

/** Half a year. */
export const WEEKS = 26;
/** Of them, those whose transfers were entered in the books by hand. */
export const BY_HAND = 18;

/** New Zealand is twelve hours ahead of UTC, in summer thirteen; the sample's clocks show winter time. */
const AHEAD = 12 * 3600;
/** New Zealand dollars for one, as the books and PayPal reckon; PayPal's spread is taken from its own. */
export const WORTH = { AUD: 1.09, USD: 1.72 } as const;
const SPREAD = 0.03;

const PRICES = [2_490, 3_900, 5_900, 8_990] as const;

/** A sale through PayPal: the truth behind its rows and its entry in the books. */
export interface Sale {
  id: string;
  number: number;
  /** In New Zealand. */
  day: CalendarDate;
  /** Unix seconds. */
  at: number;
  person: Person;
  /** PayPal has no name of the buyer. */
  guest: boolean;
  kind: "order" | "invoice";
  /** Number of the order or invoice. */
  reference: string;
  amount: number;
  fee: number;
  currency: "NZD" | "USD" | "AUD";
  /** What arrived in New Zealand dollars of a sale that PayPal converted at once. */
  converted?: number;
}

/** Unix seconds of a second of a day in New Zealand. */
export function localTime(day: CalendarDate, second: number): number {
  return unixDay(day) + second - AHEAD;
}

/** Two to five sales a day; one in nine is in US dollars, which stay, and one in thirty in Australian ones. */
export function drawSales(
  random: Random,
  { account, buyers, first }: { account: PayPalState; buyers: Buyers; first: CalendarDate },
): Sale[] {
  const sales: Sale[] = [];
  for (let index = 0; index < WEEKS * 7; index += 1) {
    const day = addDays(first, index);
    const count = random.between(2, 5);
    const seconds = Array.from({ length: count }, () => random.between(7 * 3600, 19 * 3600));
    for (const second of seconds.sort((a, b) => a - b)) {
      const number = sales.length + 1;
      const at = localTime(day, second);
      sales.push({ id: newId(account), number, day, at, ...drawn(random, number, buyers) });
    }
  }
  return sales;
}

type Drawn = Omit<Sale, "id" | "number" | "day" | "at">;

function drawn(random: Random, number: number, { persons, firms, abroad }: Buyers): Drawn {
  const currency: Sale["currency"] = number % 9 === 4 ? "USD" : number % 30 === 17 ? "AUD" : "NZD";
  const onAccount = currency === "NZD" && random.chance(0.12);
  const amount = onAccount
    ? random.between(24_000, 168_000)
    : random.chance(0.3)
      ? random.pick(PRICES)
      : random.between(1_890, 26_990);
  const fee =
    currency === "NZD" ? Math.round(amount * 0.034) + 45 : Math.round(amount * 0.044) + 30;
  const sold = {
    ...{ amount, fee, currency, guest: currency === "NZD" && !onAccount && random.chance(0.05) },
    person: random.pick(currency === "NZD" ? (onAccount ? firms : persons) : abroad[currency]),
    kind: onAccount ? ("invoice" as const) : ("order" as const),
    reference: onAccount ? `INV-${3_000 + number}` : `HH${10_400 + number}`,
  };
  if (currency !== "AUD") return sold;
  return { ...sold, converted: Math.round((amount - fee) * WORTH.AUD * (1 - SPREAD)) };
}

/** The first order from a day on that was paid in New Zealand dollars by a buyer whose name PayPal has. */
export function orderFrom(sales: readonly Sale[], day: CalendarDate): Sale {
  const sale = sales.find(
    (each) => each.day >= day && each.currency === "NZD" && each.kind === "order" && !each.guest,
  );
  if (!sale) throw new Error(`the sample has no order from ${day} on`);
  return sale;
}
