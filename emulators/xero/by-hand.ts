import { z } from "zod";
import { isCalendarDate } from "@/lib/dates";
import { systemAccount } from "./balances";
import { createBankTransaction } from "./bank-transactions";
import { createBankTransfer } from "./bank-transfers";
import { createInvoice, nextNumber } from "./invoices";
import { wireAmount } from "./money";
import { createPayment } from "./payments";
import {
  presentedBankTransaction,
  presentedBankTransfer,
  presentedInvoice,
  presentedPayment,
} from "./present";
import { invalid } from "./refusals";
import { type Account, type Books, type Desk, type Invoice, mintUuid } from "./state";

const date = z.string().refine(isCalendarDate, "not a date such as 2026-01-31").optional();
const amount = z.int().positive();
const account = z.string().min(1);
const customer = z.string().min(1).default("Walk-in customer");
const reference = z.string().max(255).optional();

export const invoiceInput = z.strictObject({
  number: z.string().min(1).optional(),
  date,
  amount,
  customer,
  /** The books' own by default. */
  currency: z.string().length(3).optional(),
  reference,
});

/** An approved invoice without tax. @param input amount in minor units */
export function addInvoice(desk: Desk, input: z.output<typeof invoiceInput>) {
  return { Invoice: presentedInvoice(desk.books, invoiceByHand(desk, input), "full") };
}

function invoiceByHand(desk: Desk, input: z.output<typeof invoiceInput>): Invoice {
  const { books, state } = desk;
  const currency = input.currency ?? books.baseCurrency;
  const sale = {
    Type: "ACCREC" as const,
    Status: "AUTHORISED" as const,
    LineAmountTypes: "NoTax" as const,
    Contact: { Name: input.customer },
    Date: input.date ?? state.today,
    CurrencyCode: currency,
    LineItems: [
      {
        Description: "Services",
        UnitAmount: wireAmount(books, input.amount, currency),
        AccountID: named(books, "Sales").id,
      },
    ],
    ...(input.number ? { InvoiceNumber: input.number } : {}),
    ...(input.reference ? { Reference: input.reference } : {}),
  };
  return createInvoice(desk, sale, { unitPlaces: 2 });
}

export const paymentInput = z.strictObject({
  /** Of an invoice, refund of a credit note, or money received or spent without either. */
  kind: z.enum(["payment", "refund", "receive", "spend"]).default("payment"),
  amount,
  /** Name or id. */
  account: account.default("PayPal Clearing"),
  date,
  customer,
  /** Number of the invoice that it pays; a new one over that amount by default. */
  invoice: z.string().optional(),
  /** Of a new invoice, where it is paid in part. */
  invoiceAmount: amount.optional(),
  /** Of the invoice; the account's by default. */
  currency: z.string().length(3).optional(),
  /** Minor units of the account's currency, where that isn't the invoice's. */
  bankAmount: amount.optional(),
  reference,
  /** It is part of a batch payment. */
  batch: z.boolean().default(false),
});

/** What a customer paid or got back on an account, as a bookkeeper enters it. */
export function addPayment(desk: Desk, input: z.output<typeof paymentInput>) {
  const { books, state } = desk;
  const into = named(books, input.account);
  const day = input.date ?? state.today;
  const { kind, customer: contact, reference: note } = input;
  if (kind === "receive" || kind === "spend") {
    const type = kind === "receive" ? ("RECEIVE" as const) : ("SPEND" as const);
    const lines = [{ account: kind === "receive" ? "Sales" : "Refunds", amount: input.amount }];
    const entry = { type, account: into.id, contact, lines, amountTypes: "NoTax" as const };
    return addTransaction(desk, { ...entry, date: day, ...(note ? { reference: note } : {}) });
  }
  const currency = input.currency ?? into.currency ?? books.baseCurrency;
  const document =
    kind === "refund" ? creditNote(desk, input, currency) : paidInvoice(desk, input, currency);
  const bankCurrency = into.currency ?? books.baseCurrency;
  const of =
    kind === "refund"
      ? { CreditNote: { CreditNoteID: document.id } }
      : { Invoice: { InvoiceID: document.id } };
  const payment = createPayment(desk, {
    ...of,
    Account: { AccountID: into.id },
    Amount: wireAmount(books, input.amount, currency),
    Date: day,
    ...(note ? { Reference: note } : {}),
    ...(input.bankAmount ? { BankAmount: wireAmount(books, input.bankAmount, bankCurrency) } : {}),
  });
  if (input.batch) payment.batch = mintUuid(desk.state);
  return { Payment: presentedPayment(books, payment) };
}

function paidInvoice(desk: Desk, input: z.output<typeof paymentInput>, currency: string): Invoice {
  const known = Object.values(desk.books.invoices).find(({ number }) => number === input.invoice);
  if (known) return known;
  const { date: day, customer: name, invoice: number, amount: paid } = input;
  return invoiceByHand(desk, {
    amount: input.invoiceAmount ?? paid,
    customer: name,
    currency,
    ...(day ? { date: day } : {}),
    ...(number ? { number } : {}),
  });
}

/** A credit note over the amount; Xero's API makes them too, which isn't emulated. */
function creditNote(desk: Desk, input: z.output<typeof paymentInput>, currency: string): Invoice {
  const { date: day, customer: name, amount: credited } = input;
  const draft = invoiceByHand(desk, {
    amount: credited,
    customer: name,
    currency,
    ...(day ? { date: day } : {}),
  });
  delete desk.books.invoices[draft.id];
  const note = { ...draft, type: "ACCRECCREDIT", number: nextNumber(desk, "CN") };
  desk.books.creditNotes[note.id] = note;
  return note;
}

export const transactionInput = z.strictObject({
  type: z.enum([
    "RECEIVE",
    "SPEND",
    "RECEIVE-OVERPAYMENT",
    "SPEND-OVERPAYMENT",
    "RECEIVE-PREPAYMENT",
    "SPEND-PREPAYMENT",
  ]),
  account,
  contact: z.string().min(1).default("PayPal"),
  date,
  reference,
  amountTypes: z.enum(["Exclusive", "Inclusive", "NoTax"]).default("NoTax"),
  lines: z
    .array(
      z.strictObject({
        account,
        /** Minor units; may be negative. */
        amount: z.int(),
        taxType: z.string().optional(),
        description: z.string().min(1).optional(),
      }),
    )
    .min(1),
});

/** Money spent or received, as a bookkeeper or a bank rule enters it. */
export function addTransaction(desk: Desk, input: z.output<typeof transactionInput>) {
  const { books, state } = desk;
  const bank = named(books, input.account);
  const currency = bank.currency ?? books.baseCurrency;
  const transaction = createBankTransaction(
    desk,
    {
      Type: input.type.startsWith("RECEIVE") ? "RECEIVE" : "SPEND",
      BankAccount: { AccountID: bank.id },
      Contact: { Name: input.contact },
      Date: input.date ?? state.today,
      LineAmountTypes: input.amountTypes,
      ...(input.reference ? { Reference: input.reference } : {}),
      LineItems: input.lines.map((line) => ({
        Description: line.description ?? line.account,
        UnitAmount: wireAmount(books, line.amount, currency),
        AccountID: named(books, line.account).id,
        ...(line.taxType ? { TaxType: line.taxType } : {}),
      })),
    },
    { unitPlaces: 2 },
  );
  transaction.type = input.type;
  if (input.type.includes("-")) transaction.credit = mintUuid(state);
  if (input.type.endsWith("OVERPAYMENT")) {
    const control = input.type === "RECEIVE-OVERPAYMENT" ? "DEBTORS" : "CREDITORS";
    for (const line of transaction.lines) line.account = systemAccount(books, control).id;
  }
  return { BankTransaction: presentedBankTransaction(books, transaction, "full") };
}

export const transferInput = z.strictObject({
  from: account.default("PayPal Clearing"),
  to: account.default("Business Account"),
  amount,
  date,
  reference,
});

/** A transfer between two bank accounts, as a bookkeeper enters it. */
export function addTransfer(desk: Desk, input: z.output<typeof transferInput>) {
  const { books, state } = desk;
  const from = named(books, input.from);
  const transfer = createBankTransfer(desk, {
    FromBankAccount: { AccountID: from.id },
    ToBankAccount: { AccountID: named(books, input.to).id },
    Amount: wireAmount(books, input.amount, from.currency ?? books.baseCurrency),
    Date: input.date ?? state.today,
    ...(input.reference ? { Reference: input.reference } : {}),
  });
  return { BankTransfer: presentedBankTransfer(books, transfer) };
}

function named({ accounts }: Books, wanted: string): Account {
  const found = accounts[wanted] ?? Object.values(accounts).find(({ name }) => name === wanted);
  if (!found) throw invalid(`The chart of accounts has no ${wanted}`);
  return found;
}
