import type { DepositLine, Integration } from "@/generated/prisma/client";
import type { CustomerProfile } from "@/matching/engine/customer-profile";
import { parseCustomer } from "@/server/deposits/parse-customer";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { CustomerIdentities, type Payer } from "./identify-customer";

interface CustomerRow {
  id: string;
  name: string;
  email: string;
  customer: unknown;
}

/** The customers of the connected ledger, as its payments and invoices name them, those who paid last first. */
export async function loadIdentities(
  tx: Tx,
  { companyId }: CompanyContext,
  ledger: Pick<Integration, "id">,
  lines: readonly DepositLine[],
): Promise<CustomerIdentities> {
  const rows = await tx.$queryRaw<CustomerRow[]>`
    SELECT id, name, email, customer FROM (
      SELECT DISTINCT ON (id) * FROM (
        SELECT customer_id AS id, customer_name AS name, customer_email AS email, customer, txn_date
        FROM ledger_payments WHERE company_id = ${companyId}::uuid
          AND integration_id = ${ledger.id}::uuid AND state <> 'planned' AND customer_id <> ''
        UNION ALL
        SELECT customer_id, customer_name, customer_email, customer, txn_date
        FROM ledger_invoices WHERE company_id = ${companyId}::uuid
          AND integration_id = ${ledger.id}::uuid AND customer_id <> '') named
      ORDER BY id, txn_date DESC) latest
    ORDER BY txn_date DESC, id`;
  const customers = rows.map((row) => ({ ...row, profile: parseCustomer(row.customer) }));
  return new CustomerIdentities(customers, await paidBefore(tx, { companyId }, ledger, lines));
}

/** Whose payments lines from these e-mail addresses were matched with, the latest match of each. */
async function paidBefore(
  tx: Tx,
  { companyId }: Pick<CompanyContext, "companyId">,
  ledger: Pick<Integration, "id">,
  lines: readonly DepositLine[],
): Promise<ReadonlyMap<string, string>> {
  const emails = [...new Set(lines.map(({ customerEmail }) => customerEmail.toLowerCase()))];
  const rows = await tx.$queryRaw<{ email: string; customer: string }[]>`
    SELECT DISTINCT ON (1) lower(l.customer_email) AS email, p.customer_id AS customer
    FROM deposit_lines l
    JOIN match_lines ml ON ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live
    JOIN matches m ON m.company_id = ml.company_id AND m.id = ml.match_id AND m.state = 'accepted'
      AND m.kind IN ('one_to_one', 'one_to_many')
    JOIN match_payments mp ON mp.company_id = m.company_id AND mp.match_id = m.id
    JOIN ledger_payments p ON p.company_id = mp.company_id AND p.id = mp.payment_id
    WHERE l.company_id = ${companyId}::uuid AND l.customer_email <> ''
      AND lower(l.customer_email) = ANY(${emails}::text[])
      AND p.integration_id = ${ledger.id}::uuid AND p.customer_id <> ''
    ORDER BY 1, m.decided_at DESC NULLS LAST, p.id`;
  return new Map(rows.map(({ email, customer }) => [email, customer]));
}

/** Who paid a line, as the processor knows them. */
export function payerOf(
  line: Pick<DepositLine, "customerName" | "customerEmail" | "customer">,
): Payer {
  const profile: CustomerProfile | null = parseCustomer(line.customer);
  return { name: line.customerName, email: line.customerEmail, profile };
}
