import type { Posting } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";

/** Being sent, or sent without an answer: what QuickBooks holds is for the posting itself to find out. */
export function isUnderway({ state, unanswered }: Posting): boolean {
  return state === "sending" || unanswered;
}

/**
 * The live postings of deposits, held until the transaction ends. A worker that wants to claim one waits
 * and then finds it as we left it; without that it could send what was taken back a moment before.
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
