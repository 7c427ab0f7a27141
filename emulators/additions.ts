import { z } from "zod";
import { addDays, isCalendarDate } from "@/lib/dates";
import { recordInvoice, recordSale } from "./quickbooks/book";
import { createDeposit } from "./quickbooks/deposits";
import { currencyOf, wireAmount } from "./quickbooks/money";
import { clockOf } from "./quickbooks/state";
import { write } from "./quickbooks/writes";
import { accountId } from "./sample/ledger";
import type { EmulatorState } from "./state";
import { secondAccount } from "./stripe/account";
import { StripeBook, unixDay } from "./stripe/book";

const date = z.string().refine(isCalendarDate, "not a date such as 2026-01-31");
const currency = z.string().regex(/^[A-Za-z]{3}$/, "not a currency code");
const minorUnits = z.int();

/** A payout with charges, later than all others unless a date is given. Amounts in minor units. */
export const payoutInput = z.strictObject({
  date: date.optional(),
  currency: currency.default("usd"),
  /** The company's second account. */
  second: z.boolean().default(false),
  automatic: z.boolean().default(true),
  status: z.enum(["pending", "in_transit", "paid", "failed", "canceled"]).default("paid"),
  charges: z
    .array(
      z.strictObject({
        amount: minorUnits.positive(),
        name: z.string().optional(),
        email: z.string().optional(),
        phone: z.string().optional(),
        /** The name of the customer in Stripe, created on first use. */
        customer: z.string().min(1).optional(),
        description: z.string().optional(),
        date: date.optional(),
        /** Unix seconds, instead of a time of the date. */
        created: z.int().optional(),
        refunded: minorUnits.positive().optional(),
        /** Numbers and notes of the shop. */
        metadata: z.record(z.string(), z.string()).optional(),
        /** What the customer paid, where Stripe converted it to `amount`. */
        paid: z.strictObject({ amount: minorUnits.positive(), currency }).optional(),
        /** Less than the amount, which was authorized. */
        captured: minorUnits.positive().optional(),
        /** Made for an invoice of Stripe Billing, so that the charge itself has no number. */
        invoice: z.string().min(1).optional(),
        /** When that was made ready, in days before the charge. */
        invoicedBefore: minorUnits.min(0).default(0),
        /** The whole charge is taken back in the same payout, with the processor's fee. */
        disputed: z.boolean().default(false),
      }),
    )
    .min(1),
  fee: minorUnits.positive().optional(),
  method: z.enum(["standard", "instant"]).default("standard"),
  /** Entries of any kind, without a source object. */
  entries: z
    .array(
      z.strictObject({
        type: z.string(),
        reportingCategory: z.string(),
        amount: minorUnits,
      }),
    )
    .default([]),
  /** Paid out by Stripe in addition to the transactions that it lists. */
  unlisted: minorUnits.default(0),
  /** Currency of the bank account, where it is another one than the payout's. */
  bank: currency.optional(),
  /** False: an automatic payout whose transactions Stripe doesn't list. */
  reconciled: z.boolean().default(true),
  /** A payout that the bank returned, and whose money this payout carries. */
  again: z.string().optional(),
  /** Charges that customers' banks took back, with Stripe's fee. */
  debits_returned: z
    .array(z.strictObject({ charge: z.string(), fee: minorUnits.min(0).default(400) }))
    .default([]),
  /** Refunds that could not be credited. */
  refunds_failed: z.array(z.string()).default([]),
  /** Parts of authorizations that were not captured, of charges in earlier payouts. */
  released: z
    .array(z.strictObject({ charge: z.string(), amount: minorUnits.positive() }))
    .default([]),
});

export function addPayout(state: EmulatorState, input: z.output<typeof payoutInput>) {
  const day = input.date ?? state.today;
  const stripe = input.second ? secondAccount(state.stripe) : state.stripe;
  // Its own ids: those of the first account go on as without it.
  const mint = input.second ? { seed: stripe.payouts.length + 1, minted: 1_000 } : state;
  const book = new StripeBook(stripe, mint);
  const customerOf = (name: string, created: number): string => {
    const known = stripe.customers.find((each) => each.name === name);
    return (known ?? book.customer(name, null, created)).id;
  };
  const stripeCurrency = input.currency.toLowerCase();
  const entries = input.charges.flatMap((charge, index) => {
    const created =
      charge.created ?? unixDay(charge.date ?? addDays(day, -2)) + 43_200 + index * 60;
    const entry = book.charge(
      {
        amount: charge.amount,
        currency: stripeCurrency,
        created,
        availableOn: unixDay(day),
        name: charge.name ?? null,
        email: charge.email ?? null,
        ...(charge.phone ? { phone: charge.phone } : {}),
        ...(charge.customer ? { customer: customerOf(charge.customer, created) } : {}),
        ...(charge.metadata ? { metadata: charge.metadata } : {}),
        description: charge.description ?? null,
      },
      charge.paid && { ...charge.paid, currency: charge.paid.currency.toLowerCase() },
    );
    const source = String(entry.source);
    if (charge.invoice) {
      const made = created - 30 - charge.invoicedBefore * 86_400;
      book.invoiced(entry, { number: charge.invoice, created: made });
    }
    const later = [created + 3600, unixDay(day)] as const;
    return [
      entry,
      ...(charge.captured ? [book.release(source, charge.amount - charge.captured, ...later)] : []),
      ...(charge.refunded ? [book.refund(source, charge.refunded, ...later)] : []),
      ...(charge.disputed ? [book.dispute(source, ...later)] : []),
    ];
  });
  if (input.fee) {
    entries.push(book.stripeFee(input.fee, "Billing - Usage Fee", unixDay(day), stripeCurrency));
  }
  for (const entry of input.entries) entries.push(book.other(entry, unixDay(day), stripeCurrency));
  for (const { charge, fee } of input.debits_returned) {
    entries.push(book.debitReturned(charge, fee, unixDay(day)));
  }
  for (const refund of input.refunds_failed) entries.push(book.refundFailed(refund, unixDay(day)));
  for (const { charge, amount } of input.released) {
    entries.push(book.release(charge, amount, unixDay(day), unixDay(day)));
  }
  const back = stripe.payouts.find(({ id }) => id === input.again);
  entries.push(
    ...stripe.balanceTransactions.filter(({ id }) => id === back?.failure_balance_transaction),
  );
  const payout = book.payout(entries, {
    created: unixDay(day) + 600,
    arrival: unixDay(addDays(day, 1)),
    status: input.status,
    automatic: input.automatic,
    method: input.method,
    unlisted: input.unlisted,
    reconciled: input.reconciled,
    ...(input.bank && { bank: input.bank.toLowerCase() }),
  });
  return { payout, balance_transactions: entries };
}

export const paymentInput = z.strictObject({
  type: z.enum(["Payment", "SalesReceipt", "RefundReceipt"]).default("Payment"),
  date: date.optional(),
  amount: minorUnits.positive(),
  currency: currency.default("USD"),
  /** At which it was booked, in another currency than the books'; by default the day's. */
  rate: z.number().positive().optional(),
  customer: z.string().min(1).default("Walk-in customer"),
  refNum: z.string().max(21).optional(),
  note: z.string().max(4000).optional(),
  depositTo: z.string().optional(),
});

/** A payment in the books, in Undeposited Funds unless `depositTo` names another account. */
export function addPayment(state: EmulatorState, input: z.output<typeof paymentInput>) {
  const { refNum, note, depositTo, rate, ...facts } = input;
  const sale = {
    ...facts,
    date: facts.date ?? state.today,
    currency: facts.currency.toUpperCase(),
    ...(rate ? { rate } : {}),
    ...(refNum ? { refNum } : {}),
    ...(note ? { note } : {}),
    ...(depositTo ? { depositTo } : {}),
  };
  return { [input.type]: recordSale(state.quickbooks, sale, clockOf(state.quickbooks)) };
}

export const correctionInput = z.strictObject({ id: z.string(), amount: minorUnits.positive() });

/** Another amount of a payment that is on no Deposit, as a bookkeeper corrects it. Undefined: there is none of that id. */
export function correctPayment(
  { quickbooks }: EmulatorState,
  { id, amount }: z.output<typeof correctionInput>,
) {
  const payment = quickbooks.entities.Payment[id];
  if (!payment) return undefined;
  const { SyncToken } = payment;
  const TotalAmt = wireAmount(amount, currencyOf(payment, quickbooks));
  const [line, ...others] = payment.Line ?? [];
  // What pays one invoice pays it with the corrected amount.
  const Line = line && others.length === 0 ? [{ ...line, Amount: TotalAmt }] : payment.Line;
  const changed = { Id: id, SyncToken, sparse: true, TotalAmt, ...(Line && { Line }) };
  return { Payment: write(quickbooks, "Payment", changed) };
}

export const invoiceInput = z.strictObject({
  number: z.string().min(1).max(21),
  date: date.optional(),
  amount: minorUnits.positive(),
  currency: currency.default("USD"),
  customer: z.string().min(1).default("Walk-in customer"),
});

/** An open invoice in the books. */
export function addInvoice(state: EmulatorState, input: z.output<typeof invoiceInput>) {
  const { quickbooks } = state;
  const sold = { currency: input.currency.toUpperCase(), customer: input.customer };
  const facts = { number: input.number, date: input.date ?? state.today, total: input.amount };
  return { Invoice: recordInvoice(quickbooks, { ...facts, ...sold }, clockOf(quickbooks)) };
}

export const depositInput = z.strictObject({
  date: date.optional(),
  amount: minorUnits.positive(),
  note: z.string().max(4000).optional(),
});

/** A Deposit as a bank feed adds it: income straight to the checking account, no payments on it. */
export function addDeposit(
  { quickbooks, today }: EmulatorState,
  { amount, note, date: day = today }: z.output<typeof depositInput>,
) {
  const detail = { AccountRef: { value: accountId(quickbooks, "Sales") } };
  const Amount = wireAmount(amount, quickbooks.homeCurrency);
  const input = {
    DepositToAccountRef: { value: accountId(quickbooks, "Checking") },
    TxnDate: day,
    ...(note ? { PrivateNote: note } : {}),
    Line: [{ Amount, DetailType: "DepositLineDetail", DepositLineDetail: detail }],
  };
  return { Deposit: createDeposit(quickbooks, input, clockOf(quickbooks)) };
}
