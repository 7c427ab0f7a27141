import { addDays } from "@/lib/dates";
import { recordInvoice, recordSale } from "../quickbooks/book";
import type { QuickBooksState } from "../quickbooks/state";
import { accountId } from "./ledger";
import type { Booked, Stage } from "./stage";

/** The largest sale and two that are no orders are never entered as payments. */
export function forgetPayments({ booked }: Stage): void {
  const [largest, ...others] = bySize(booked);
  const forgotten = [largest, ...others.filter(({ sale }) => sale.kind !== "order").slice(0, 2)];
  for (const each of forgotten) each?.facts.splice(0);
}

/**
 * The invoices of the sales without a payment, the largest first: one of the charge's amount, two that it pays
 * together, one of which it pays a part. The first has a twin of the same amount that was paid by check.
 */
export function enterOpenInvoices({ booked, quickbooks }: Stage): void {
  const [exact, twice, part] = bySize(booked.filter(({ facts }) => facts.length === 0));
  if (exact) {
    const { amount, kind, reference } = exact.sale;
    const number = kind === "invoice" && reference ? reference : "INV-4000";
    recordInvoice(quickbooks, invoiceOf(exact, amount, number));
    payByCheck(quickbooks, exact);
  }
  if (twice) {
    const first = Math.round(twice.sale.amount * 0.4);
    recordInvoice(quickbooks, invoiceOf(twice, first, "INV-4001"));
    recordInvoice(quickbooks, invoiceOf(twice, twice.sale.amount - first, "INV-4002"));
  }
  if (part) recordInvoice(quickbooks, invoiceOf(part, part.sale.amount * 3, "INV-4003"));
}

function bySize(booked: readonly Booked[]): Booked[] {
  return [...booked].sort((a, b) => b.sale.amount - a.sale.amount);
}

function invoiceOf({ sale }: Booked, total: number, number: string) {
  const { currency, person, day } = sale;
  return { number, date: addDays(day, -12), total, currency, customer: person.inBooks };
}

/** Straight to the bank, so the check is no payment of a payout. */
function payByCheck(books: QuickBooksState, booked: Booked): void {
  const { amount, day } = booked.sale;
  const { number, date, total, currency, customer } = invoiceOf(booked, amount, "INV-4004");
  recordSale(books, {
    type: "Payment",
    date: day,
    amount,
    ...{ currency, customer, note: "Check" },
    depositTo: accountId(books, "Checking"),
    invoice: { number, date, total },
  });
}
