import type Stripe from "stripe";
import type { CalendarDate } from "@/lib/dates";
import type { SaleFacts } from "../quickbooks/book";
import type { QuickBooksState } from "../quickbooks/state";
import { type StripeBook, unixDay } from "../stripe/book";
import type { Person } from "./names";
import type { Sale } from "./sales";

/** One sale with its charge on Stripe and its entries in the books. */
export interface Booked {
  sale: Sale;
  entry: Stripe.BalanceTransaction;
  facts: SaleFacts[];
}

/** A payout being prepared: an episode may change its contents and the books. */
export interface Stage {
  day: CalendarDate;
  stripe: StripeBook;
  quickbooks: QuickBooksState;
  booked: Booked[];
  /** All sales of earlier payouts, oldest first. */
  earlier: readonly Booked[];
  /** This payout's balance transactions other than the charges. */
  others: Stripe.BalanceTransaction[];
  /** Entries in the books other than those of the charges. */
  extraFacts: SaleFacts[];
  /** Customers who never paid through Stripe. */
  strangers: Person[];
  payout?: Stripe.Payout;
  /** Runs after the books are written. */
  afterwards?: () => void;
}

export function chargeId(booked: Booked): string {
  return String(booked.entry.source);
}

/** Records a sale in Stripe. Subscribers and companies are customers there, shoppers and guests are not. */
export function chargeFor(
  sale: Sale,
  stripe: StripeBook,
  customers: Map<string, string>,
): Stripe.BalanceTransaction {
  const created = unixDay(sale.day) + sale.second;
  const { name, email } = sale.person;
  if (sale.kind !== "order" && !customers.has(name)) {
    customers.set(name, stripe.customer(name, email, created).id);
  }
  const customer = sale.kind === "order" ? undefined : customers.get(name);
  return stripe.charge({
    amount: sale.amount,
    currency: sale.currency.toLowerCase(),
    created,
    availableOn: unixDay(sale.availableOn),
    name: sale.guest ? null : name,
    email: sale.guest && !sale.reference ? null : email,
    description: descriptionOf(sale),
    ...(customer ? { customer } : {}),
    ...(sale.reference ? { metadata: { [`${sale.kind}_number`]: sale.reference } } : {}),
  });
}

function descriptionOf(sale: Sale): string | null {
  if (sale.kind === "subscription") return "Subscription update";
  if (!sale.reference) return null;
  return `${sale.kind === "invoice" ? "Invoice" : "Order"} ${sale.reference}`;
}
