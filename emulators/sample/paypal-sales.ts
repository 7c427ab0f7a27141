import { addDays, type CalendarDate } from "@/lib/dates";
import { Random } from "../mint";
import { newId } from "../paypal/book";
import type { PayPalEvent } from "../paypal/events/record";
import type { PayPalState } from "../paypal/state";
import { unixDay } from "../stripe/book";
import { makePeople, type Person } from "./names";

/** Eight weeks. */
export const PAYPAL_DAYS = 56;
const FOREIGN = "EUR";
const PRICES = [1_900, 2_900, 4_900] as const;
/** PayPal's spread on a conversion. */
const SPREAD = 0.035;

/** A sale through PayPal: the truth behind its rows and its entry in the books. */
export interface PayPalSale {
  id: string;
  number: number;
  day: CalendarDate;
  /** Unix seconds. */
  at: number;
  person: Person;
  /** Without the buyer's name on PayPal's side. */
  guest: boolean;
  amount: number;
  fee: number;
  currency: string;
  /** What arrived in the account's own currency, of a sale that was converted at once. */
  converted: number | undefined;
}

/** The number of a sale paid by eCheck, which is pending for three days. */
export const CHECK = 165;

/** Refunds, by the day of the sale, the day of the refund and its share; `feeBack` where PayPal gives its fee back. */
export const REFUNDS = [
  { soldOn: 3, on: 5, share: 1, feeBack: false },
  { soldOn: 17, on: 19, share: 0.5, feeBack: false },
  { soldOn: 24, on: 26, share: 1, feeBack: true },
  { soldOn: 46, on: 50, share: 1, feeBack: false },
] as const;

interface Shop {
  account: PayPalState;
  seed: number;
  first: CalendarDate;
  /** One euro in the account's currency, before PayPal's spread. */
  euro: number;
}

/** Some eight sales a day at any hour before the evening; one in thirty is in euros. */
export function drawPayPalSales(
  random: Random,
  { account, seed, first, euro }: Shop,
): PayPalSale[] {
  // The same people who pay by card.
  const { persons } = makePeople(new Random(seed));
  const sales: PayPalSale[] = [];
  for (let index = 0; index < PAYPAL_DAYS; index += 1) {
    const day = addDays(first, index);
    const seconds = Array.from({ length: random.between(6, 10) }, () => random.between(60, 64_000));
    for (const second of seconds.sort((a, b) => a - b)) {
      const number = sales.length + 1;
      const foreign = number % 30 === 17;
      const amount = random.chance(0.25) ? random.pick(PRICES) : random.between(1_105, 24_990);
      const fee = Math.round(amount * 0.0349) + 49;
      const converted = Math.round((amount - fee) * euro * (1 - SPREAD));
      sales.push({
        id: newId(account),
        number,
        day,
        at: unixDay(day) + second,
        person: random.pick(persons),
        guest: random.chance(0.05),
        amount,
        fee,
        currency: foreign ? FOREIGN : account.primary,
        converted: foreign ? converted : undefined,
      });
    }
  }
  return sales;
}

/** The first sale in the account's own currency of a day. */
export function saleOn(sales: readonly PayPalSale[], day: CalendarDate): PayPalSale {
  const sale = sales.find((each) => each.day === day && each.converted === undefined);
  if (!sale) throw new Error(`the sample has no PayPal sale on ${day}`);
  return sale;
}

/** As the shop passes it on, for two sales of three. */
export function orderOf({ number }: PayPalSale): string | undefined {
  return number % 3 === 0 ? undefined : `W-${20_400 + number}`;
}

/** The sale, its conversion if it was made in euros, and now and then a row for display. */
export function saleEvents(sale: PayPalSale, primary: string): PayPalEvent[] {
  const { id, number, amount, fee, currency, person, guest, converted } = sale;
  const events: PayPalEvent[] = [
    {
      ...{ type: "sale", id, amount, fee, currency, subject: "Online order" },
      ...(guest
        ? {}
        : { name: person.name, email: person.email, country: primary === "GBP" ? "GB" : "US" }),
      invoice: orderOf(sale),
      ...(number === CHECK && { status: "P" }),
      ...(number % 9 === 4 && { code: "T0003", agreement: `B${String(number).padStart(16, "0")}` }),
    },
  ];
  if (converted !== undefined) {
    const from = { amount: amount - fee, currency };
    events.push({ type: "conversion", of: id, from, to: { amount: converted, currency: primary } });
  }
  if (number % 41 === 9) events.push({ type: "display", of: id });
  return events;
}
