import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Requests an engine run in the transaction that wrote new data. The request is stored in the row, so
 * that a crash before the job is enqueued does not lose it.
 */
export async function requestAutoMatch(tx: Tx, ctx: CompanyContext): Promise<void> {
  await tx.$executeRaw`
    UPDATE companies SET match_requested_at = clock_timestamp() WHERE id = ${ctx.companyId}::uuid`;
}
