import { sumMinor } from "@/lib/money";
import { archived, demandOpen, demandUnreconciled, findAccount, todayOf } from "./guards";
import type { Input } from "./inputs";
import { totalsOf } from "./lines";
import { atRate, minor } from "./money";
import { invalid } from "./refusals";
import { type Account, type Books, type Desk, type Invoice, mintUuid, type Payment } from "./state";

type PaymentInput = Input<"Payment">;

const TYPES: Record<string, Payment["type"]> = {
  ACCREC: "ACCRECPAYMENT",
  ACCPAY: "ACCPAYPAYMENT",
  ACCRECCREDIT: "ARCREDITPAYMENT",
  ACCPAYCREDIT: "APCREDITPAYMENT",
};

/** `PUT /Payments`: settles an invoice, or refunds a credit note. @throws XeroRefusal */
export function createPayment(desk: Desk, input: PaymentInput): Payment {
  const { state, books, now } = desk;
  const document = documentOf(books, input);
  if (!document) throw invalid("The specified invoice or credit note could not be found");
  if (document.status !== "AUTHORISED") {
    throw invalid("Payments can only be made against Authorised documents");
  }
  const account = demandPayable(books, input.Account);
  const amount = minor(input.Amount ?? 0, document.currency);
  if (amount <= 0) throw invalid("The amount of a payment must be greater than zero");
  if (amount > dueOf(books, document)) {
    throw invalid("Payment amount exceeds the amount outstanding on this document");
  }
  const date = input.Date ?? todayOf(desk);
  demandOpen(books, date);
  const currency = account.currency ?? books.baseCurrency;
  const rate = Number(input.CurrencyRate ?? 1);
  const payment: Payment = {
    id: mintUuid(state),
    type: TYPES[document.type] ?? "ACCRECPAYMENT",
    document: document.id,
    account: account.id,
    date,
    amount,
    bankAmount:
      input.BankAmount === undefined
        ? amountInBank(amount, rate, currency === document.currency)
        : minor(input.BankAmount, currency),
    rate,
    ...(input.Reference ? { reference: input.Reference } : {}),
    reconciled: input.IsReconciled ?? false,
    status: "AUTHORISED",
    updated: now.toISOString(),
  };
  const others = onDocument(books, document);
  books.payments[payment.id] = payment;
  byDocument.get(books.payments)?.set(document.id, [...others, payment]);
  settle(books, document, now);
  return payment;
}

function amountInBank(amount: number, rate: number, isSame: boolean): number {
  return isSame ? amount : atRate(amount, rate);
}

/** `POST /Payments`: creates one, or deletes one, which reopens its document. Nothing of it can be edited. */
export function savePayment(desk: Desk, input: PaymentInput): Payment {
  const { books, now } = desk;
  if (!input.PaymentID) return createPayment(desk, input);
  const payment = books.payments[input.PaymentID.toLowerCase()];
  if (!payment) throw invalid("The specified payment could not be found");
  if (input.Status !== "DELETED") throw invalid("Payments can only be created or deleted");
  if (payment.status === "DELETED") throw invalid("This payment has been deleted.");
  if (payment.batch) throw invalid("This payment is part of a batch and cannot be deleted.");
  demandUnreconciled(books, payment.reconciled, "Payment");
  demandOpen(books, payment.date);
  removePayment(books, payment, now);
  return payment;
}

/** Deletes it as a person does, whatever the rules of the API. */
export function removePayment(books: Books, payment: Payment, now: Date): void {
  Object.assign(payment, { status: "DELETED", updated: now.toISOString() });
  const document = books.invoices[payment.document] ?? books.creditNotes[payment.document];
  if (document) settle(books, document, now);
}

/** What is still open of an invoice or credit note, in minor units. */
export function dueOf(books: Books, document: Invoice): number {
  if (document.status === "VOIDED" || document.status === "DELETED") return 0;
  return (
    totalsOf(document).total - sumMinor(paymentsOf(books, document).map((each) => each.amount))
  );
}

/** The payments of a document that count. */
export function paymentsOf(books: Books, document: Invoice): Payment[] {
  return onDocument(books, document).filter(({ status }) => status === "AUTHORISED");
}

/** All payments ever made, by document: looking through all for each took minutes with the books of two years. */
const byDocument = new WeakMap<Books["payments"], Map<string, Payment[]>>();

function onDocument({ payments }: Books, { id }: Invoice): readonly Payment[] {
  let index = byDocument.get(payments);
  if (!index) {
    index = new Map();
    for (const payment of Object.values(payments)) {
      const others = index.get(payment.document);
      if (others) others.push(payment);
      else index.set(payment.document, [payment]);
    }
    byDocument.set(payments, index);
  }
  return index.get(id) ?? [];
}

function settle(books: Books, document: Invoice, now: Date): void {
  const status = dueOf(books, document) === 0 ? "PAID" : "AUTHORISED";
  Object.assign(document, { status, updated: now.toISOString() });
}

function documentOf(books: Books, { Invoice: invoice, CreditNote: note }: PaymentInput) {
  const { InvoiceID, InvoiceNumber } = invoice ?? {};
  const { CreditNoteID, CreditNoteNumber } = note ?? {};
  const find = (rows: Record<string, Invoice>, id?: string, number?: string) =>
    id
      ? rows[id.toLowerCase()]
      : Object.values(rows).find((each) => number !== undefined && each.number === number);
  return (
    find(books.invoices, InvoiceID, InvoiceNumber) ??
    find(books.creditNotes, CreditNoteID, CreditNoteNumber)
  );
}

/** A bank account, or one that payments are enabled to. @throws XeroRefusal */
function demandPayable(books: Books, ref: PaymentInput["Account"]): Account {
  const account = findAccount(books, ref);
  const code = account?.code ?? account?.name ?? ref?.Code ?? ref?.AccountID ?? "";
  if (!account || (account.type !== "BANK" && !account.enablePayments)) {
    throw invalid(`Account code '${code}' is not a valid code for this document.`);
  }
  if (account.status !== "ACTIVE") throw invalid(archived(code));
  return account;
}
