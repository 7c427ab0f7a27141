import { addDays } from "@/lib/dates";
import { demandUrl, type Written } from "./bank-transactions";
import { contactOf } from "./contacts";
import { demandCurrency, demandOpen, todayOf } from "./guards";
import type { Input } from "./inputs";
import { completedLines } from "./lines";
import { paymentsOf } from "./payments";
import { invalid } from "./refusals";
import { type Desk, type Invoice, mintUuid } from "./state";

type InvoiceInput = Input<"Invoice">;

/** `PUT /Invoices`; a draft unless the status says otherwise. @throws XeroRefusal */
export function createInvoice(desk: Desk, input: InvoiceInput, written: Written): Invoice {
  const { state, books, now } = desk;
  const { Type: type, Status: status = "DRAFT" } = input;
  if (!type) throw invalid("The Type must be ACCREC or ACCPAY");
  if (input.InvoiceNumber && numbered(desk, input.InvoiceNumber)) {
    throw invalid("Invoice # must be unique.");
  }
  const date = input.Date ?? todayOf(desk);
  demandOpen(books, date);
  demandUrl(input.Url);
  const currency = input.CurrencyCode ?? books.baseCurrency;
  demandCurrency(books, currency);
  const amountTypes = input.LineAmountTypes ?? "Exclusive";
  const contact = contactOf(desk, input.Contact);
  const lines = completedLines(desk, input.LineItems ?? [], {
    currency,
    amountTypes,
    unitPlaces: written.unitPlaces,
    empty: "taken",
  });
  if (type === "ACCREC") contact.isCustomer = true;
  else contact.isSupplier = true;
  const invoice: Invoice = {
    id: mintUuid(state),
    type,
    number: input.InvoiceNumber ?? nextNumber(desk),
    contact: contact.id,
    date,
    dueDate: input.DueDate ?? addDays(date, 30),
    ...(input.Reference ? { reference: input.Reference } : {}),
    ...(input.Url ? { url: input.Url } : {}),
    currency,
    rate: Number(input.CurrencyRate ?? 1),
    amountTypes,
    lines,
    status,
    updated: now.toISOString(),
  };
  books.invoices[invoice.id] = invoice;
  return invoice;
}

/**
 * `POST /Invoices`: creates, or changes the one of that id or number. A due date alone doesn't move its time of
 * change.
 * @throws XeroRefusal
 */
export function saveInvoice(desk: Desk, input: InvoiceInput, written: Written): Invoice {
  const { books, now } = desk;
  const invoice = input.InvoiceID
    ? books.invoices[input.InvoiceID.toLowerCase()]
    : numbered(desk, input.InvoiceNumber);
  if (!invoice && input.InvoiceID) throw invalid("The specified invoice could not be found");
  if (!invoice) return createInvoice(desk, input, written);
  const { DueDate: dueDate, LineItems, Status: status, Reference: reference } = input;
  if (dueDate) invoice.dueDate = dueDate;
  if (!LineItems && !status && reference === undefined) return invoice;
  demandOpen(books, invoice.date);
  if (paymentsOf(books, invoice).length > 0 && (LineItems || status === "VOIDED")) {
    throw invalid(
      "This document cannot be edited as it has a payment or credit note allocated to it.",
    );
  }
  const lines = LineItems
    ? completedLines(desk, LineItems, {
        currency: invoice.currency,
        amountTypes: invoice.amountTypes,
        unitPlaces: written.unitPlaces,
        empty: "taken",
      })
    : invoice.lines;
  Object.assign(invoice, {
    lines,
    ...(status && invoice.status !== "PAID" ? { status } : {}),
    ...(reference === undefined ? {} : { reference }),
    updated: now.toISOString(),
  });
  return invoice;
}

/** The next number in the organisation's sequence. */
export function nextNumber({ books }: Desk, prefix = "INV"): string {
  const number = `${prefix}-${String(books.nextNumber).padStart(4, "0")}`;
  books.nextNumber += 1;
  return number;
}

function numbered({ books }: Desk, number: string | undefined): Invoice | undefined {
  return Object.values(books.invoices).find(
    (invoice) => number !== undefined && invoice.number === number,
  );
}
