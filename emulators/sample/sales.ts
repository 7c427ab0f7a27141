import { addDays, type CalendarDate, daysBetween } from "@/lib/dates";
import type { Random } from "../mint";
import { addBusinessDays, isBusinessDay } from "./calendar";
import type { Person } from "./names";

/** One sale through Stripe: the truth behind a charge and its entry in the books. */
export interface Sale {
  kind: "subscription" | "order" | "invoice";
  day: CalendarDate;
  /** Seconds into the day (UTC) at which the card was charged. */
  second: number;
  /** The business day on which Stripe makes the money available. */
  availableOn: CalendarDate;
  amount: number;
  currency: string;
  person: Person;
  /** Order or invoice number, on both sides where the shop passes it on. */
  reference?: string;
  /** A guest checkout: Stripe has no name. */
  guest: boolean;
}

const PLANS = [2900, 2900, 2900, 4900, 4900] as const;
const PERIOD = 28;

/** Card payments of weekdays are available two business days later; weekends count as Friday. */
function availableAfter(day: CalendarDate): CalendarDate {
  return addBusinessDays(day, 2);
}

/**
 * Eight weeks of sales whose money becomes available on `payoutDays`, in time order: subscriptions at a few
 * prices, shop orders, and company invoices.
 */
export function makeSales(
  random: Random,
  payoutDays: readonly CalendarDate[],
  people: { persons: Person[]; firms: Person[] },
): Sale[] {
  const [firstPayout, lastPayout] = [payoutDays[0], payoutDays.at(-1)];
  if (!firstPayout || !lastPayout) return [];
  const first = addBusinessDays(firstPayout, -2);
  const last = addBusinessDays(lastPayout, -2);
  const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => addDays(first, i));
  const subscribers = people.persons.slice(0, 92);
  const shoppers = people.persons.slice(92);
  const plan = subscribers.map((person, index) => ({
    person,
    price: random.pick(PLANS),
    offset: Math.floor((index * PERIOD) / subscribers.length),
  }));
  const amounts = new Set<number>([...PLANS]);
  let [order, invoice] = [10_233, 2041];
  const sales: Sale[] = [];
  for (const [index, day] of days.entries()) {
    const base = { day, availableOn: availableAfter(day), currency: "USD", guest: false };
    for (const { person, price } of plan.filter(({ offset }) => offset === index % PERIOD)) {
      sales.push({ ...base, kind: "subscription", person, amount: price, second: 14_400 });
    }
    const orders = isBusinessDay(day) ? random.between(2, 3) : random.between(0, 2);
    for (let count = 0; count < orders; count += 1) {
      order += random.between(1, 3);
      sales.push({
        ...base,
        kind: "order",
        person: random.pick(shoppers),
        amount: unusedAmount(random, amounts, 1500, 24_000),
        second: 54_000,
        reference: `#${order}`,
        guest: random.chance(0.06),
      });
    }
    if (isBusinessDay(day) && random.chance(0.9)) {
      invoice += 1;
      sales.push({
        ...base,
        kind: "invoice",
        person: random.pick(people.firms),
        amount: unusedAmount(random, amounts, 25_000, 380_000),
        second: 61_200,
        reference: `INV-${invoice}`,
      });
    }
  }
  // Charges of one day are minutes apart, never in the same second.
  return sales.map((sale, index) => ({ ...sale, second: sale.second + (index % 60) * 131 }));
}

/** Orders and invoices never repeat an amount by accident; the sample creates coincidences on purpose. */
export function unusedAmount(random: Random, used: Set<number>, low: number, high: number): number {
  for (;;) {
    const amount = random.between(low, high);
    if (used.has(amount)) continue;
    used.add(amount);
    return amount;
  }
}
