import { type Integration, type LedgerInvoice, Prisma } from "@/generated/prisma/client";
import type { OpenInvoice } from "@/lib/contracts/planned-payments";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** An open invoice, with what planned payments leave of its balance in minor units. */
export interface StoredInvoice {
  invoice: LedgerInvoice;
  left: number;
}

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
): Promise<StoredInvoice[]> {
  const { companyId } = ctx;
  const invoices = await tx.ledgerInvoice.findMany({
    where: { companyId, integrationId: ledger.id, state: "open", ...where },
    orderBy: [{ txnDate: "desc" }, { id: "desc" }],
    ...(take && { take }),
  });
  const planned = await plannedOnInvoices(tx, ctx, ledger);
  return invoices
    .map((invoice) => ({
      invoice,
      left: Number(invoice.balance) - (planned.get(invoice.providerId) ?? 0),
    }))
    .filter(({ left }) => left > 0);
}

/** What planned payments pay of each invoice, by its id in the ledger; minor units. */
export async function plannedOnInvoices(
  tx: Tx,
  { companyId }: CompanyContext,
  ledger: Pick<Integration, "id">,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.$queryRaw<{ id: string; amount: string }[]>(Prisma.sql`
    SELECT part->>'invoiceId' AS id, sum((part->>'amount')::bigint)::text AS amount
    FROM planned_payments pp
    JOIN ledger_payments p ON p.company_id = pp.company_id AND p.id = pp.payment_id
    CROSS JOIN jsonb_array_elements(pp.invoices) AS part
    WHERE pp.company_id = ${companyId}::uuid AND p.state = 'planned'
      AND p.integration_id = ${ledger.id}::uuid
    GROUP BY 1`);
  return new Map(rows.map(({ id, amount }) => [id, Number(amount)]));
}

/** An open invoice as the wire has it. */
export function toOpenInvoice({ invoice, left }: StoredInvoice): OpenInvoice {
  return {
    Id: invoice.providerId,
    number: invoice.number,
    date: dateText(invoice.txnDate),
    due_date: invoice.dueDate && dateText(invoice.dueDate),
    total: toWireDecimal(Number(invoice.total), invoice.currency),
    balance: toWireDecimal(left, invoice.currency),
    currency: invoice.currency,
    customer: invoice.customerName,
  };
}
