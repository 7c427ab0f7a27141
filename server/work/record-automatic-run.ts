import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Notes which postings are of matches that a run of Auto Match made by itself, in the transaction that made them: by
 * them the run can be undone as one. A match that is undone and made again has another posting.
 */
export async function recordAutomaticRun(
  tx: Tx,
  { companyId }: CompanyContext,
  runId: string,
  depositIds: readonly number[],
): Promise<void> {
  if (depositIds.length === 0) return;
  await tx.automaticRun.createMany({
    data: { companyId, id: runId },
    skipDuplicates: true,
  });
  await tx.$executeRaw`
    UPDATE postings SET run_id = ${runId}::uuid
    WHERE company_id = ${companyId}::uuid AND deposit_id = ANY (${[...depositIds]}::int[])
      AND state <> 'undone' AND run_id IS NULL`;
}
