import type { InvoiceInput } from "../contract";
import { findReferences } from "../text/references";
import { NONE, type StringTable } from "../text/string-table";
import { readProfile } from "./customer-profile";
import { asPayment } from "./invoices";
import { customerName, DayNumbers, mailbox, NO_ROW_DAY } from "./normalize";
import type { LedgerRow } from "./records";

/** An open invoice beside the payments, which may speak against them. */
export interface OpenInvoice {
  invoice: InvoiceInput;
  /** Keys of the references by which its number is named; empty where it has none that can be told from other numbers. */
  keys: readonly string[];
  /** It as a row, for its customer; it is not among the rows that are matched. */
  row: LedgerRow;
}

/** Reads open invoices after all other records; what counts as boilerplate is known by then. */
export function readOpenInvoices(
  strings: StringTable,
  invoices: readonly InvoiceInput[],
): OpenInvoice[] {
  const open = invoices.filter(({ balance }) => balance > 0);
  if (open.length === 0) return [];
  strings.stopCounting();
  const days = new DayNumbers();
  return open.map((invoice) => ({
    invoice,
    keys: numberKeys(invoice.number),
    row: {
      index: NONE,
      payment: asPayment(invoice),
      currency: invoice.currency,
      day: days.of(invoice.date, NO_ROW_DAY),
      amount: invoice.balance,
      name: customerName(invoice.customerName, strings),
      email: mailbox(invoice.email),
      text: NONE,
      customer: readProfile(invoice.customer, strings),
      ...{ references: [], jobNumbers: [], idKinds: 0, details: null, interchangeClass: 0 },
      ...{ methodHint: "unstated", recordType: 0, reversal: null, invoice },
    },
  }));
}

/** @returns keys of the references that name an invoice of this number */
export function numberKeys(number: string | undefined): string[] {
  if (!number) return [];
  return [...findReferences(`Invoice ${number}`).map(({ key }) => key), literalKey(number)];
}

/** @returns a key of a number as it is written, which no reference has */
export function literalKey(number: string): string {
  return `=${number.trim().toLowerCase()}`;
}
