import type { Integration, Prisma } from "@/generated/prisma/client";
import type { OpenInvoice as OpenInvoiceView } from "@/lib/contracts/planned-payments";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { type OpenInvoice, plannedOnInvoices } from "@/server/matches/open-invoices";

/**
 * The open invoices of the connected ledger in a currency. What planned payments are going to pay is no longer
 * left of them.
 * @param where narrows them further.
 */
export async function openInvoices(
  tx: Tx,
  ctx: CompanyContext,
  ledger: Pick<Integration, "id">,
  where: Prisma.LedgerInvoiceWhereInput & { currency: string },
  take?: number,
): Promise<OpenInvoice[]> {
  const { companyId } = ctx;
  const invoices = await tx.ledgerInvoice.findMany({
    where: { companyId, integrationId: ledger.id, state: "open", ...where },
    orderBy: [{ txnDate: "desc" }, { id: "desc" }],
    ...(take && { take }),
  });
  const planned = await plannedOnInvoices(tx, ctx, ledger);
  return invoices
    .map((invoice) => ({
      ...invoice,
      left: Number(invoice.balance) - (planned.get(invoice.providerId) ?? 0),
    }))
    .filter(({ left }) => left > 0);
}

/** An open invoice as the wire has it. */
export function toOpenInvoice(invoice: OpenInvoice): OpenInvoiceView {
  return {
    Id: invoice.providerId,
    number: invoice.number,
    date: dateText(invoice.txnDate),
    due_date: invoice.dueDate && dateText(invoice.dueDate),
    total: toWireDecimal(Number(invoice.total), invoice.currency),
    balance: toWireDecimal(invoice.left, invoice.currency),
    currency: invoice.currency,
    customer: invoice.customerName,
  };
}
