import { z } from "zod";

/**
 * The parts of Stripe's replies that we use. Money and ids are required; a field that only improves
 * matching is dropped when it has another shape. Fields not listed here (card numbers, postal addresses)
 * are never kept.
 */

const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const optionalId = idOf.nullish().catch(undefined);
const currency = z
  .string()
  .regex(/^[a-z]{3}$/i)
  .transform((code) => code.toUpperCase());
const words = z.string().nullish().catch(undefined);
const metadata = z.record(z.string(), z.string()).nullish().catch(undefined);

export const account = z.object({
  id: z.string(),
  default_currency: currency,
  email: words,
  business_profile: z.object({ name: words }).nullish().catch(undefined),
  settings: z
    .object({ dashboard: z.object({ display_name: words }).nullish() })
    .nullish()
    .catch(undefined),
});

export const payout = z.object({
  id: z.string(),
  amount: z.int(),
  currency,
  status: z.string(),
  automatic: z.boolean(),
  arrival_date: z.int(),
  created: z.int(),
  method: words,
  type: words,
  description: words,
  statement_descriptor: words,
  reconciliation_status: words,
  /** Expanded on request: a bank account or a debit card. */
  destination: z
    .union([
      z.string(),
      z.object({ id: z.string(), currency: currency.nullish().catch(undefined) }),
    ])
    .nullish()
    .catch(undefined),
  trace_id: z.object({ value: words }).nullish().catch(undefined),
  balance_transaction: optionalId,
  failure_balance_transaction: optionalId,
  failure_code: words,
  original_payout: optionalId,
  reversed_by: optionalId,
});
export type StripePayout = z.output<typeof payout>;

const customer = z.object({
  id: z.string(),
  name: words,
  email: words,
  phone: words,
  metadata,
});

/** Only terminals read the cardholder's name; for a card entered online it is the billing name. */
const cardPresent = z.object({ cardholder_name: words }).nullish().catch(undefined);

const payer = {
  billing_details: z.object({ name: words, email: words, phone: words }).nullish().catch(undefined),
  payment_method_details: z
    .object({ card_present: cardPresent, interac_present: cardPresent })
    .nullish()
    .catch(undefined),
  shipping: z.object({ name: words }).nullish().catch(undefined),
  customer: z.union([z.string(), customer]).nullish().catch(undefined),
  receipt_email: words,
  receipt_number: words,
  description: words,
  metadata,
  payment_intent: optionalId,
};

const charge = z.object({ id: z.string(), ...payer });

/** The object that moved the money: a charge, refund, dispute, transfer, …; expanded on request. */
const source = z.object({
  id: z.string(),
  object: z.string(),
  amount: z.int().optional().catch(undefined),
  currency: currency.optional().catch(undefined),
  /** Of a charge: less than its amount where not all of an authorization was captured. */
  amount_captured: z.int().optional().catch(undefined),
  /** Of a payout. */
  automatic: z.boolean().optional().catch(undefined),
  ...payer,
  /** Refunds and disputes have one. */
  charge: z.union([z.string(), charge]).nullish().catch(undefined),
});

export const balanceTransaction = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  currency,
  created: z.int(),
  available_on: z.int(),
  type: z.string(),
  reporting_category: words,
  description: words,
  exchange_rate: z.number().nullish(),
  fee_details: z
    .array(
      z.object({ amount: z.int(), currency: z.string(), type: z.string(), description: words }),
    )
    .catch([]),
  source: z.union([z.string(), source]).nullish(),
});
export type BalanceTransaction = z.output<typeof balanceTransaction>;

/** Which invoice a payment intent has paid. */
export const invoicePayment = z.object({
  id: z.string(),
  payment: z.object({ payment_intent: optionalId }).nullish().catch(undefined),
  invoice: z
    .union([z.string(), z.object({ id: z.string(), number: words })])
    .nullish()
    .catch(undefined),
});

export type InvoicePayment = z.output<typeof invoicePayment>;

/** A page of a Stripe list. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ has_more: z.boolean(), data: z.array(item) });
}
