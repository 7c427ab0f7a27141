import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Puts deposits that are not posted back to pending: their suggestions are gone, their matches superseded,
 * what waited to be posted is not posted. Under the matching lock, with their postings locked; the
 * caller leaves out what is being sent, and records why.
 */
export async function releaseMatches(
  tx: Tx,
  { companyId }: CompanyContext,
  depositIds: number[],
): Promise<void> {
  await tx.match.deleteMany({
    where: { companyId, depositId: { in: depositIds }, state: "proposed" },
  });
  await tx.match.updateMany({
    where: { companyId, depositId: { in: depositIds }, state: "accepted" },
    data: { state: "superseded", live: false },
  });
  await tx.posting.updateMany({
    where: { companyId, depositId: { in: depositIds }, NOT: { state: "undone" } },
    data: { state: "undone", undoneAt: new Date() },
  });
  await tx.deposit.updateMany({
    where: { companyId, id: { in: depositIds } },
    data: { status: "pending", version: { increment: 1 } },
  });
}
