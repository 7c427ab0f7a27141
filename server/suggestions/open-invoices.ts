import type { Integration, LedgerInvoice } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** An open invoice, and what planned payments leave of its balance: above 0, in minor units. */
export type OpenInvoice = LedgerInvoice & { left: number };

/** The open invoices of a ledger in a currency that still take a payment, by id. */
export async function openInvoices(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId }: Pick<Integration, "id">,
  currency: string,
): Promise<OpenInvoice[]> {
  const invoices = await tx.ledgerInvoice.findMany({
    where: { companyId, integrationId, currency, state: "open" },
    orderBy: { id: "asc" },
  });
  const planned = await tx.$queryRaw<{ id: string; amount: string }[]>`
    SELECT part->>'invoiceId' AS id, sum((part->>'amount')::bigint)::text AS amount
    FROM planned_payments JOIN ledger_payments payment
      ON payment.company_id = planned_payments.company_id AND payment.id = planned_payments.payment_id,
      jsonb_array_elements(planned_payments.invoices) AS part
    WHERE planned_payments.company_id = ${companyId}::uuid
      AND payment.integration_id = ${integrationId}::uuid AND payment.state = 'planned'
    GROUP BY 1`;
  const taken = new Map(planned.map(({ id, amount }) => [id, Number(amount)]));
  return invoices
    .map((invoice) => ({
      ...invoice,
      left: Number(invoice.balance) - (taken.get(invoice.providerId) ?? 0),
    }))
    .filter(({ left }) => left > 0);
}
