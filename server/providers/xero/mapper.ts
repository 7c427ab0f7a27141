import type { LedgerPaymentKind } from "@/lib/constants/payments";
import { guidIn } from "@/lib/guid";
import type { LedgerInvoiceRecord, LedgerPaymentRecord } from "@/server/providers/ledger";
import type { Chart } from "./accounts";
import type { Customers } from "./contacts";
import type { XeroBankTransaction, XeroInvoice, XeroPayment } from "./schemas";
import { currencyOf } from "./transactions";
import { atRate, type Decimal, minorOf } from "./wire";

/** Facts about an organisation that convert its documents into payments. */
export interface Books {
  chart: Pick<Chart, "baseCurrency" | "currencyOf">;
  customers: Customers;
}

/** Xero's types of customers' money, as our kinds; a refund is negative. */
const PAYMENTS: Readonly<Record<string, LedgerPaymentKind>> = {
  ACCRECPAYMENT: "Payment",
  ARCREDITPAYMENT: "RefundReceipt",
  AROVERPAYMENTPAYMENT: "RefundReceipt",
  ARPREPAYMENTPAYMENT: "RefundReceipt",
};
const TRANSACTIONS: Readonly<Record<string, LedgerPaymentKind>> = {
  RECEIVE: "SalesReceipt",
  "RECEIVE-OVERPAYMENT": "SalesReceipt",
  "RECEIVE-PREPAYMENT": "SalesReceipt",
  SPEND: "RefundReceipt",
};

/** Undefined for money of suppliers. */
export function kindOfPayment({ PaymentType }: XeroPayment): LedgerPaymentKind | undefined {
  return PAYMENTS[PaymentType];
}

/** Undefined for the sides of transfers, and for what suppliers are paid in advance. */
export function kindOfTransaction({ Type }: XeroBankTransaction): LedgerPaymentKind | undefined {
  return TRANSACTIONS[Type];
}

/** In the currency of its account, which a payout clears, where Xero gives that amount; else in the document's. */
export function toPayment(
  kind: LedgerPaymentKind,
  payment: XeroPayment,
  { chart, customers }: Books,
): LedgerPaymentRecord {
  const { PaymentID, Account, Invoice, Amount, BankAmount, Reference } = payment;
  const document = documentOf(payment);
  const ofAccount = Account ? chart.currencyOf(Account.AccountID) : chart.baseCurrency;
  const [value, currency] =
    Account && BankAmount !== null && BankAmount !== undefined
      ? [BankAmount, ofAccount]
      : [Amount, document?.CurrencyCode ?? ofAccount];
  const amount = minorOf(`Payment ${PaymentID}`, value, currency);
  const signed = kind === "RefundReceipt" ? 0 - amount : amount;
  return {
    kind,
    providerId: PaymentID,
    date: payment.Date,
    amount: signed,
    currency,
    worth: worthOf(signed, currency, payment.CurrencyRate, chart.baseCurrency),
    ...customerOf(document?.Contact, customers),
    referenceNumber: joined([withoutMarker(Reference), document?.number]),
    note: "",
    paymentMethod: "",
    appliedTo:
      kind === "Payment" && Invoice
        ? [
            {
              id: Invoice.InvoiceID,
              ...(Invoice.InvoiceNumber && { number: Invoice.InvoiceNumber }),
            },
          ]
        : null,
    ...whereabouts(Account?.AccountID),
    raw: payment,
  };
}

/** What a payment is for: an invoice, or what a refund gives back. */
export function documentOf({ Invoice, CreditNote, Overpayment, Prepayment }: XeroPayment) {
  if (Invoice) return { ...Invoice, number: Invoice.InvoiceNumber };
  if (CreditNote) return { ...CreditNote, number: CreditNote.CreditNoteNumber };
  const inAdvance = Overpayment ?? Prepayment;
  return inAdvance ? { ...inAdvance, number: undefined } : undefined;
}

export function toReceipt(
  kind: LedgerPaymentKind,
  transaction: XeroBankTransaction,
  { chart, customers }: Books,
): LedgerPaymentRecord {
  const { BankTransactionID, Total, LineItems } = transaction;
  const currency = currencyOf(transaction, chart);
  const amount = minorOf(`bank transaction ${BankTransactionID}`, Total, currency);
  const signed = kind === "RefundReceipt" ? 0 - amount : amount;
  return {
    kind,
    providerId: BankTransactionID,
    date: transaction.Date,
    amount: signed,
    currency,
    worth: worthOf(signed, currency, transaction.CurrencyRate, chart.baseCurrency),
    ...customerOf(transaction.Contact, customers),
    referenceNumber: joined([withoutMarker(transaction.Reference)]),
    note: joined(LineItems.map(({ Description }) => Description)),
    paymentMethod: "",
    appliedTo: null,
    ...whereabouts(transaction.BankAccount.AccountID),
    raw: transaction,
  };
}

/** Xero keeps no link between a payment and its payout: whether it waits, its account and our postings decide. */
function whereabouts(accountId: string | undefined) {
  return { open: false, depositedOn: null, bookedTo: accountId ?? null };
}

function worthOf(
  amount: number,
  from: string,
  rate: Decimal | null | undefined,
  to: string,
): { amount: number; currency: string } | null {
  const number = Number(rate);
  if (from === to || !rate || !(number > 0)) return null;
  return { amount: atRate(amount, { rate: number, from, to }), currency: to };
}

/** 0 once it is voided. */
export function toInvoice(invoice: XeroInvoice, customers: Customers): LedgerInvoiceRecord {
  const { InvoiceID, Status, CurrencyCode: currency } = invoice;
  const isVoided = Status === "VOIDED";
  const amount = (value: Decimal) =>
    isVoided ? 0 : minorOf(`Invoice ${InvoiceID}`, value, currency);
  return {
    providerId: InvoiceID,
    number: invoice.InvoiceNumber?.trim() ?? "",
    date: invoice.Date,
    dueDate: invoice.DueDate ?? null,
    total: amount(invoice.Total),
    balance: amount(invoice.AmountDue),
    currency,
    ...customerOf(invoice.Contact, customers),
    note: invoice.Reference?.trim() ?? "",
  };
}

function customerOf(contact: XeroInvoice["Contact"], customers: Customers) {
  const customerId = contact?.ContactID ?? "";
  const customer = customers.get(customerId);
  return {
    customerName: contact?.Name?.trim() || customer?.names?.[0] || "",
    customerId,
    customerEmail: customer?.emails?.[0] ?? "",
    customer: customer ?? null,
  };
}

/** What we create ends with our request id, by which it is found again: it says nothing to a reader. */
function withoutMarker(reference: string | null | undefined): string {
  const words = (reference ?? "").split(" ");
  const last = words.at(-1) ?? "";
  return (guidIn(last) === last ? words.slice(0, -1) : words).join(" ");
}

function joined(texts: (string | null | undefined)[]): string {
  return texts.flatMap((text) => text?.trim() || []).join(" ");
}
