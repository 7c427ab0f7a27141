import { addDays, type CalendarDate } from "@/lib/dates";
import type { Random } from "../mint";
import type { SaleFacts } from "../quickbooks/book";
import type { QuickBooksState } from "../quickbooks/state";
import { writeBooks } from "./ledger";
import { orderOf, type PayPalSale, REFUNDS, saleOn } from "./paypal-sales";

/**
 * The customers' payments in Undeposited Funds: most gross and near the day, some net, a few never entered; refunds as
 * RefundReceipts.
 */
export function enterPayPalSales(
  books: QuickBooksState,
  sales: readonly PayPalSale[],
  { random, first, today }: { random: Random; first: CalendarDate; today: CalendarDate },
): void {
  const facts = sales.flatMap((sale) => {
    const entry = booked(random, sale, { books, today });
    return random.chance(0.01) ? [] : [entry];
  });
  const refunds = REFUNDS.map(({ soldOn, on, share }): SaleFacts => {
    const sale = saleOn(sales, addDays(first, soldOn));
    return {
      ...{ type: "RefundReceipt", date: addDays(first, on), currency: sale.currency },
      ...{ amount: Math.round(sale.amount * share), customer: sale.person.inBooks },
      note: "PayPal refund",
    };
  });
  writeBooks(books, [...facts, ...refunds]);
}

function booked(
  random: Random,
  sale: PayPalSale,
  { books, today }: { books: QuickBooksState; today: CalendarDate },
): SaleFacts {
  const dice = random.next();
  const late = dice < 0.7 ? 0 : dice < 0.9 ? 1 : 2;
  const date = addDays(sale.day, late);
  const order = orderOf(sale);
  const net = random.chance(0.04);
  // Of four sales in euros, three were entered as what arrived after the conversion.
  const arrived = sale.number % 120 === 47 ? undefined : sale.converted;
  return {
    type: random.chance(0.5) ? "Payment" : "SalesReceipt",
    date: date > today ? today : date,
    amount: arrived ?? (net ? sale.amount - sale.fee : sale.amount),
    currency: arrived === undefined ? sale.currency : books.homeCurrency,
    customer: sale.person.inBooks,
    ...(order && (sale.guest || random.chance(0.6)) ? { refNum: order } : {}),
    ...(random.chance(0.1) ? { note: "PayPal" } : {}),
  };
}
