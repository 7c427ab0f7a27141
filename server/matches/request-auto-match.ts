import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";

/**
 * Asks for a run of the engine, in the transaction that brought something new. The wish is kept in the
 * row, so that a crash before the job is enqueued does not lose it.
 */
export async function requestAutoMatch(tx: Tx, ctx: CompanyContext): Promise<void> {
  await tx.$executeRaw`
    UPDATE companies SET match_requested_at = clock_timestamp() WHERE id = ${ctx.companyId}::uuid`;
}
