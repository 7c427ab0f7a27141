import { addDays, type CalendarDate } from "@/lib/dates";
import type { Random } from "../mint";
import type { SaleFacts } from "../quickbooks/book";
import { addBusinessDays, isBusinessDay } from "./calendar";
import type { Sale } from "./sales";

/**
 * The bookkeeper's ordinary entry of one sale: a Payment or SalesReceipt of the gross amount in Undeposited
 * Funds, near the day, under the name used in the books.
 */
export function bookedAs(
  random: Random,
  sale: Sale,
  { chargeId, today }: { chargeId: string; today: CalendarDate },
): SaleFacts {
  const payment = sale.kind === "invoice" || (sale.kind === "subscription" && random.chance(0.6));
  // A customer without a name on one side is recognised by the order number on the other.
  const nameless = sale.kind === "order" && !sale.guest && random.chance(0.04);
  const shopNumber = sale.reference && (sale.guest || nameless || random.chance(0.6));
  const noted = random.chance(0.12);
  return {
    type: payment ? "Payment" : "SalesReceipt",
    date: notAfter(today, bookedOn(random, sale.day)),
    amount: sale.amount,
    currency: sale.currency,
    ...(nameless ? {} : { customer: sale.person.inBooks }),
    ...(shopNumber ? { refNum: sale.reference } : {}),
    ...(noted ? { note: `Stripe ${chargeId}` } : {}),
    ...(payment && random.chance(0.5) ? { depositTo: "omit" } : {}),
    ...(sale.kind === "invoice" && sale.reference
      ? { invoice: invoiceOf(sale, sale.reference) }
      : {}),
  };
}

function invoiceOf({ day, amount: total }: Sale, number: string) {
  return { number, date: addDays(day, -12), total };
}

function notAfter(today: CalendarDate, date: CalendarDate): CalendarDate {
  return date > today ? today : date;
}

// Weekend sales are often entered on Monday, others on the day or a little later.
function bookedOn(random: Random, day: CalendarDate): CalendarDate {
  const dice = random.next();
  if (!isBusinessDay(day)) return dice < 0.55 ? addBusinessDays(day, 1) : day;
  if (dice < 0.68) return day;
  if (dice < 0.84) return addBusinessDays(day, 1);
  if (dice < 0.92) return addBusinessDays(day, 2);
  if (dice < 0.96) return addDays(day, -1);
  return addBusinessDays(day, 3);
}
