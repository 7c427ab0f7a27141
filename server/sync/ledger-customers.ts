import { Prisma } from "@/generated/prisma/client";
import { parseCustomer } from "@/server/deposits/parse-customer";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { LedgerCustomer, StoredCustomers } from "@/server/providers/ledger";
import type { ClaimedRun } from "./claim-run";

/** Customers as they are stored with their payments and invoices. */
export function storedCustomers(ctx: CompanyContext, run: ClaimedRun): StoredCustomers {
  return async (ids) => {
    const rows = await db(ctx).$queryRaw<{ id: string; customer: unknown }[]>`
      SELECT DISTINCT ON (customer_id) customer_id AS id, customer FROM (
        SELECT company_id, integration_id, customer_id, customer FROM ledger_payments
        UNION ALL
        SELECT company_id, integration_id, customer_id, customer FROM ledger_invoices) AS sold
      WHERE company_id = ${ctx.companyId}::uuid AND integration_id = ${run.integrationId}::uuid
        AND customer_id = ANY(${ids}) AND customer IS NOT NULL
      ORDER BY customer_id`;
    return rows.flatMap(({ id, customer }) => {
      const profile = parseCustomer(customer);
      return profile ? [{ ...profile, id }] : [];
    });
  };
}

/** Writes changed customers to all payments and invoices that name them. Customers without either are not kept. */
export async function storeLedgerCustomers(
  ctx: CompanyContext,
  run: ClaimedRun,
  customers: LedgerCustomer[],
): Promise<void> {
  if (customers.length === 0) return;
  const rows = JSON.stringify(customers.map((customer) => ({ id: customer.id, customer })));
  for (const table of ["ledger_payments", "ledger_invoices"]) {
    await db(ctx).$executeRaw`
      UPDATE ${Prisma.raw(table)} AS stored SET customer = input.customer
      FROM jsonb_to_recordset(${rows}::jsonb) AS input (id text, customer jsonb)
      WHERE stored.company_id = ${ctx.companyId}::uuid
        AND stored.integration_id = ${run.integrationId}::uuid
        AND stored.customer_id = input.id AND stored.customer IS DISTINCT FROM input.customer`;
  }
}
