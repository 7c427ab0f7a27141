import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Forgets why open deposits are open where that names a payment that is matched now: the engine says it anew at its
 * next run.
 * @param paymentIds of our rows
 */
export async function forgetPayments(
  tx: Tx,
  { companyId }: CompanyContext,
  paymentIds: readonly number[],
): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx.$executeRaw`
    UPDATE deposits d SET findings = NULL
    WHERE d.company_id = ${companyId}::uuid AND d.status IN ('pending', 'suggested')
      AND d.deleted_at IS NULL AND d.findings IS NOT NULL AND EXISTS (
        SELECT FROM jsonb_path_query(d.findings, '$.lines[*].payments[*].id') AS used (id)
        WHERE used.id::int = ANY(${[...paymentIds]}::int[]))`;
}

/** The same where a payment is no longer what it was, as after QuickBooks was read. */
export async function forgetChangedPayments(tx: Tx, { companyId }: CompanyContext): Promise<void> {
  await tx.$executeRaw`
    UPDATE deposits d SET findings = NULL
    WHERE d.company_id = ${companyId}::uuid AND d.status IN ('pending', 'suggested')
      AND d.deleted_at IS NULL AND d.findings IS NOT NULL AND EXISTS (
        SELECT FROM jsonb_path_query(d.findings, '$.lines[*].payments[*]') AS used (fact)
        LEFT JOIN ledger_payments p ON p.company_id = d.company_id
          AND p.id = (used.fact ->> 'id')::int
        WHERE p.id IS NULL OR p.deposited_on IS DISTINCT FROM used.fact ->> 'depositedOn'
          OR p.state <> CASE WHEN used.fact ->> 'depositedOn' IS NULL THEN 'open'
            ELSE 'deposited' END::ledger_payment_state OR p.amount <> (used.fact ->> 'amount')::bigint
          OR p.customer_name <> used.fact ->> 'customer')`;
}
