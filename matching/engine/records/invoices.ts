import type { DepositInput, InvoiceInput, PaymentInput } from "../contract";
import { normalize } from "./normalize";
import type { RecordSet } from "./records";

const TYPE = "Invoice";

/**
 * Brings lines and open invoices into the shape of lines and payments: an invoice is a ledger row
 * of its balance.
 */
export function normalizeInvoices(deposits: DepositInput[], invoices: InvoiceInput[]): RecordSet {
  const open = invoices.filter(({ balance }) => balance > 0);
  const records = normalize(deposits, open.map(asPayment));
  const byId = new Map(open.map((invoice) => [invoice.id, invoice] as const));
  for (const row of records.rows) {
    row.invoice = byId.get(row.payment.id);
    // How an invoice is numbered says nothing about the way it is paid.
    row.methodHint = "unstated";
    row.recordType = 0;
  }
  return records;
}

/** "Invoice 1042" is an invoice's number; a bare 1042 would be a check's. */
export function asPayment(invoice: InvoiceInput): PaymentInput {
  const { id, number, date, balance, currency, customerName, email, customer, note } = invoice;
  return {
    id,
    date,
    amount: balance,
    currency,
    customerName,
    email,
    customer,
    reference: number === undefined ? undefined : `${TYPE} ${number}`,
    note,
    type: TYPE,
  };
}
