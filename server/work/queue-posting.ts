import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Puts a matched deposit into the outbox, in the transaction that matched it. Where the company doesn't post by
 * itself, or not what its source paid out so early, it is held there until a user says that it be posted.
 */
export async function queuePosting(
  tx: Tx,
  { companyId }: CompanyContext,
  depositId: number,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO postings (company_id, deposit_id, state)
    SELECT ${companyId}::uuid, ${depositId}::int,
      CASE WHEN EXISTS (SELECT FROM company_settings s
        WHERE s.company_id = ${companyId}::uuid AND s.auto_post)
        AND NOT EXISTS (SELECT FROM deposits d JOIN integrations i
          ON i.company_id = d.company_id AND i.id = d.integration_id
          WHERE d.company_id = ${companyId}::uuid AND d.id = ${depositId}::int AND d.txn_date < i.posts_from)
      THEN 'queued'::posting_state ELSE 'held'::posting_state END`;
}
