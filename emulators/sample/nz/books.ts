import { addDays, type CalendarDate } from "@/lib/dates";
import type { Random } from "../../mint";
import { REFUNDS } from "./account";
import { BANK, type Bookkeeper } from "./bookkeeper";
import { BY_HAND, orderFrom, type Sale, WEEKS } from "./sales";

/** An entry that is still to be made: entries are made in the order of their days. */
export interface Due {
  date: CalendarDate;
  enter: () => void;
}

type Mistake = "net" | "digits" | "never" | "on the bank";

/** Days on which an order was booked wrongly, among the last weeks. */
const MISTAKES: readonly (readonly [day: number, Mistake])[] = [
  [(BY_HAND + 2) * 7 + 3, "net"],
  [(BY_HAND + 3) * 7 + 2, "digits"],
  [(BY_HAND + 5) * 7 + 3, "never"],
  [(BY_HAND + 6) * 7 + 4, "on the bank"],
];

interface Half {
  first: CalendarDate;
  random: Random;
  keeper: Bookkeeper;
}

/** What customers paid and got back: by the shop's connector with PayPal's transaction id, or by hand, without an id. */
export function salesDue(sales: readonly Sale[], { first, random, keeper }: Half): Due[] {
  const wrong = new Map(
    MISTAKES.map(([day, mistake]) => [orderFrom(sales, addDays(first, day)).id, mistake]),
  );
  const last = addDays(first, WEEKS * 7 - 1);
  const entered = sales.flatMap((sale) => {
    const mistake = wrong.get(sale.id);
    const dice = random.next();
    const date = notAfter(last, addDays(sale.day, dice < 0.72 ? 0 : dice < 0.9 ? 1 : 2));
    const way = wayOf(random, sale);
    if (mistake === "never") return [];
    return [{ date, enter: () => enter(keeper, sale, { date, way, mistake }) }];
  });
  const refunds = REFUNDS.map(({ soldOn, after, share, credit }): Due => {
    const { person, amount, reference } = orderFrom(sales, addDays(first, soldOn));
    const date = addDays(first, soldOn + after);
    const given = { date, amount: Math.round(amount * share), currency: "NZD" as const };
    if (credit) return { date, enter: () => keeper.refund({ ...given, customer: person.inBooks }) };
    const about = { account: "Refunds & Allowances", description: `Refund of ${reference}` };
    return { date, enter: () => keeper.spend({ ...given, ...about, contact: person.inBooks }) };
  });
  return [...entered, ...refunds];
}

function notAfter(last: CalendarDate, date: CalendarDate): CalendarDate {
  return date > last ? last : date;
}

type Way = "connector" | "by hand" | "own invoice" | "with id";

function wayOf(random: Random, { guest, currency, kind }: Sale): Way {
  const dice = random.next();
  if (kind === "invoice") return "own invoice";
  if (currency === "AUD") return dice < 0.5 ? "by hand" : "with id";
  if (guest) return dice < 0.6 ? "connector" : "with id";
  if (dice < 0.4) return "connector";
  if (dice < 0.65) return "by hand";
  return dice < 0.85 ? "own invoice" : "with id";
}

function enter(
  keeper: Bookkeeper,
  sale: Sale,
  { date, way, mistake }: { date: CalendarDate; way: Way; mistake: Mistake | undefined },
): void {
  const { id, person, guest, kind, reference, day } = sale;
  const currency = sale.currency === "USD" ? "USD" : "NZD";
  const paid = sale.converted ?? sale.amount;
  const amount = mistake === "net" ? paid - sale.fee : mistake === "digits" ? swapped(paid) : paid;
  const facts = { date, amount, currency } as const;
  const name = guest ? "Online customer" : person.inBooks;
  const onBank = mistake === "on the bank";
  if (way === "by hand" || way === "with id") {
    keeper.receive({
      ...{ ...facts, contact: name, account: "Sales", description: "Online order" },
      ...(way === "with id" && { reference: `PayPal ${id}` }),
      ...(onBank && { bank: BANK }),
    });
    return;
  }
  const onAccount = kind === "invoice";
  keeper.invoice({
    ...facts,
    customer: { name, ...(guest ? {} : { email: person.email }) },
    invoicedOn: onAccount ? addDays(day, -9) : day,
    channel: onAccount ? "Wholesale" : "Online",
    ...(onAccount || way === "connector" ? { number: reference } : {}),
    ...(way === "connector" && { reference: id }),
    ...(onBank && { account: BANK }),
  });
}

/** Its last two digits before the cents the wrong way round, or its first two where those are the same. */
function swapped(amount: number): number {
  const digits = [...String(amount)];
  const at = digits.at(-3) === digits.at(-4) ? 0 : digits.length - 4;
  const [left = "", right = ""] = digits.slice(at, at + 2);
  digits.splice(at, 2, right, left);
  return Number(digits.join(""));
}
