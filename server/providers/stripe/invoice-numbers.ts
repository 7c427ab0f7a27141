import type Stripe from "stripe";
import { log } from "@/server/platform/logger";
import { ProviderError } from "@/server/providers/errors";
import type { StripeCall } from "@/server/providers/stripe/client";
import { PAGE, pages } from "@/server/providers/stripe/pages";
import { idIn, intentWithoutNumber } from "@/server/providers/stripe/payer";
import {
  type BalanceTransaction,
  type InvoicePayment,
  invoicePayment,
} from "@/server/providers/stripe/schemas";

/** Parallel requests for one payout; several payouts are read in parallel too. */
const AT_ONCE = 4;
/** Stripe makes the payment of an invoice shortly before its charge, where it charges automatically. */
const MARGIN_SECONDS = 2 * 3600;

/** Invoice numbers by payment intent. */
type Numbers = Map<string, string[]>;

/**
 * Numbers of the invoices that charges have paid. Charges name none since API version 2025-03-31
 * (docs.stripe.com/changelog/basil). Those paid around the charges come in one list; the others, whose invoice was
 * open for a while, are looked up one by one. A key without "Invoices: Read" gives none: they only help matching.
 */
export async function readInvoiceNumbers(
  call: StripeCall,
  entries: readonly BalanceTransaction[],
): Promise<Numbers> {
  const numbers: Numbers = new Map();
  const charges = entries.filter((entry) => intentWithoutNumber(entry) !== undefined);
  if (charges.length === 0) return numbers;
  try {
    if (await hasInvoices(call)) await fill(call, numbers, charges);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure !== "forbidden") throw error;
    log().info({ error }, "the key may not read invoices: lines have no invoice numbers");
  }
  return numbers;
}

async function hasInvoices(call: StripeCall): Promise<boolean> {
  for await (const page of list(call, { limit: 1 })) return page.length > 0;
  return false;
}

async function fill(
  call: StripeCall,
  numbers: Numbers,
  charges: readonly BalanceTransaction[],
): Promise<void> {
  const times = charges.filter(({ amount }) => amount > 0).map(({ created }) => created);
  if (times.length > 0) {
    const created = {
      gte: times.reduce((first, time) => Math.min(first, time)) - MARGIN_SECONDS,
      lte: times.reduce((last, time) => Math.max(last, time)) + MARGIN_SECONDS,
    };
    for await (const page of list(call, { created, status: "paid" })) note(numbers, page);
  }
  const intents = new Set(charges.flatMap((entry) => intentWithoutNumber(entry) ?? []));
  const waiting = [...intents].filter((intent) => !numbers.has(intent));
  const work = async () => {
    for (let intent = waiting.shift(); intent; intent = waiting.shift()) {
      const payment = { type: "payment_intent", payment_intent: intent } as const;
      for await (const page of list(call, { payment })) note(numbers, page);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function list(call: StripeCall, filter: Stripe.InvoicePaymentListParams) {
  return pages("invoice payments", invoicePayment, (after) =>
    call("invoice payments", (stripe) =>
      stripe.invoicePayments.list({
        limit: PAGE,
        expand: ["data.invoice"],
        ...filter,
        ...after,
      }),
    ),
  );
}

function note(numbers: Numbers, page: readonly InvoicePayment[]): void {
  for (const { payment, invoice } of page) {
    const intent = idIn(payment?.payment_intent);
    if (!intent || typeof invoice !== "object" || !invoice?.number) continue;
    numbers.set(intent, [...new Set([...(numbers.get(intent) ?? []), invoice.number])]);
  }
}
