import { toDecimal } from "@/lib/money";
import type { LedgerInvoiceRecord } from "@/server/providers/ledger";
import { invoicesOf, type PlannedRow } from "./payment-draft";

interface Wanted {
  number: string;
  customer: string;
  currency: string;
  /** Minor units. */
  amount: number;
}

/** Ids of the invoices that payments are applied to. */
export function invoiceIdsOf(payments: readonly PlannedRow[]): string[] {
  return [...wantedOf(payments).keys()];
}

/**
 * Why payments can't be applied to their invoices any more, in words for the user; null when they can: somebody
 * may have received the money, or voided the invoice, since it was chosen.
 * @param read the invoices as they are by now.
 */
export function invoiceObstacle(
  payments: readonly PlannedRow[],
  read: readonly Pick<LedgerInvoiceRecord, "providerId" | "balance">[],
): string | null {
  const wanted = wantedOf(payments);
  const invoices = new Map(read.map((invoice) => [invoice.providerId, invoice]));
  for (const [id, { number, customer, currency, amount }] of wanted) {
    const invoice = invoices.get(id);
    const name = `Invoice ${number || id}${customer && ` of ${customer}`}`;
    if (!invoice) return `${name} is no longer in QuickBooks. Choose again.`;
    if (invoice.balance < amount) {
      return `${name} has only ${toDecimal(invoice.balance, currency)} left to pay. Choose again.`;
    }
  }
  return null;
}

/** By invoice: several payments of one deposit may pay parts of the same one. */
function wantedOf(payments: readonly PlannedRow[]): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  for (const payment of payments) {
    for (const { invoiceId, number, amount } of invoicesOf(payment)) {
      const { customerName: customer, currency } = payment;
      const before = wanted.get(invoiceId)?.amount ?? 0;
      wanted.set(invoiceId, { number, customer, currency, amount: before + amount });
    }
  }
  return wanted;
}
