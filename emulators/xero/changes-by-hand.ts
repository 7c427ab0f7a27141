import { z } from "zod";
import { isCalendarDate } from "@/lib/dates";
import { removeTransfer, sidesOf } from "./bank-transfers";
import { CHARTS } from "./charts";
import { wireAmount } from "./money";
import { dueOf, removePayment } from "./payments";
import {
  presentedAccount,
  presentedBankTransaction,
  presentedBankTransfer,
  presentedContact,
  presentedCreditNote,
  presentedInvoice,
  presentedPayment,
} from "./present";
import { invalid } from "./refusals";
import type { Books, Desk } from "./state";

const amount = z.int().positive();
const reference = z.string().max(255).optional();
const date = z.string().refine(isCalendarDate, "not a date such as 2026-01-31").optional();

export const reconcileInput = z.strictObject({
  id: z.string(),
  /** Of a transfer. */
  side: z.enum(["from", "to", "both"]).default("both"),
  reconciled: z.boolean().default(true),
});

/** A statement line is matched to a payment, a bank transaction or a side of a transfer. */
export function reconcile(desk: Desk, { id, side, reconciled }: z.output<typeof reconcileInput>) {
  const { books, now } = desk;
  const transfer = books.bankTransfers[id];
  const [from, to] = transfer ? sidesOf(books, transfer) : [];
  const sides = { from: [from], to: [to], both: [from, to] }[side];
  const entries = [books.payments[id], books.bankTransactions[id], ...sides, transfer].filter(
    (entry) => entry !== undefined,
  );
  if (entries.length === 0) throw invalid(`There is no entry ${id} to reconcile`);
  for (const entry of entries) {
    if ("reconciled" in entry) entry.reconciled = reconciled;
    entry.updated = now.toISOString();
  }
  return { reconciled: entries.length };
}

export const changeInput = z.strictObject({
  /** Of a payment, bank transaction, transfer, invoice, account or contact. */
  id: z.string(),
  /** Deletes an entry; voids an invoice; archives an account or contact. */
  removed: z.literal(true).optional(),
  date,
  reference,
  /** Minor units, of a bank transaction with one line. */
  amount: amount.optional(),
});

/** What a bookkeeper changes or deletes in Xero, whatever the rules of the API. */
export function changeByHand(desk: Desk, input: z.output<typeof changeInput>) {
  const { books, now } = desk;
  const { id, removed } = input;
  const at = { updated: now.toISOString() };
  if (input.amount && books.bankTransactions[id]?.lines.length !== 1) {
    throw invalid("Only a bank transaction with one line can have another amount");
  }
  const named = books.accounts[id] ?? books.contacts[id];
  if (named) {
    if (removed) Object.assign(named, { status: "ARCHIVED", ...at });
    return "taxType" in named
      ? { Account: presentedAccount(books, named) }
      : { Contact: presentedContact(books, named, "full") };
  }
  const changes = {
    ...(input.date ? { date: input.date } : {}),
    ...(input.reference === undefined ? {} : { reference: input.reference }),
    ...at,
  };
  const payment = books.payments[id];
  if (payment) {
    if (removed) removePayment(books, payment, now);
    else Object.assign(payment, changes);
    return { Payment: presentedPayment(books, payment) };
  }
  const transfer = books.bankTransfers[id];
  if (transfer) {
    if (removed) removeTransfer(books, transfer, now);
    else for (const each of [transfer, ...sidesOf(books, transfer)]) Object.assign(each, changes);
    return { BankTransfer: presentedBankTransfer(books, transfer) };
  }
  const transaction = books.bankTransactions[id];
  if (transaction) {
    const [line] = transaction.lines;
    if (input.amount && line) Object.assign(line, amountOf(books, transaction, input.amount));
    Object.assign(transaction, changes, removed ? { status: "DELETED" } : {});
    return { BankTransaction: presentedBankTransaction(books, transaction, "full") };
  }
  const document = books.invoices[id] ?? books.creditNotes[id];
  if (!document) throw invalid(`The books hold nothing with the id ${id}`);
  if (removed && dueOf(books, document) === 0) throw invalid("Delete its payments first");
  Object.assign(document, changes, removed ? { status: "VOIDED" } : {});
  const present = books.invoices[id] ? presentedInvoice : presentedCreditNote;
  return { [books.invoices[id] ? "Invoice" : "CreditNote"]: present(books, document, "full") };
}

function amountOf(books: Books, { currency }: { currency: string }, changed: number) {
  const taxType = CHARTS[books.country].none;
  return {
    amount: changed,
    unitAmount: Number(wireAmount(books, changed, currency)),
    quantity: 1,
    tax: 0,
    taxType,
  };
}
