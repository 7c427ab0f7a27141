import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Ends the first review of sources: from now on the company's setting decides about their matches, too. Only those
 * whose history was there to be reviewed: imported, matched since, and among what was posted.
 * @param depositIds what the review posted.
 * @returns the ids of the integrations.
 */
export async function startReviewedSources(
  tx: Tx,
  { companyId }: CompanyContext,
  depositIds: readonly number[],
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE integrations i SET awaits_review = false FROM companies c
    WHERE i.company_id = ${companyId}::uuid AND i.awaits_review AND c.id = i.company_id
      AND i.last_synced_at <= c.matched_at
      AND EXISTS (SELECT FROM deposits d WHERE d.company_id = i.company_id AND d.integration_id = i.id
        AND d.id = ANY(${[...depositIds]}::int[]))
    RETURNING i.id`;
  return rows.map(({ id }) => id);
}
