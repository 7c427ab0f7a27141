import type { Posting } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Being sent, being undone, or sent with an unknown outcome: the posting's own job finds out what QuickBooks
 * holds.
 */
export function isUnderway({ state, outcomeUnknown }: Posting): boolean {
  return state === "sending" || state === "undoing" || outcomeUnknown;
}

/**
 * Locks the live postings of deposits until the transaction ends. A worker that claims one waits for the
 * lock; otherwise it could send a posting that was undone a moment before.
 */
export async function lockPostings(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: number[],
): Promise<Posting[]> {
  const { companyId } = ctx;
  await tx.$executeRaw`
    SELECT 1 FROM postings WHERE company_id = ${companyId}::uuid
      AND deposit_id = ANY (${depositIds}::int[]) AND state <> 'undone' FOR UPDATE`;
  return tx.posting.findMany({
    where: { companyId, depositId: { in: depositIds }, NOT: { state: "undone" } },
  });
}
