import { recordAudit } from "@/server/platform/record-audit";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { enqueueDuePostings } from "@/server/work/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { ConflictError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";

/**
 * Posts one deposit that is ready.
 * @throws NotFoundError; ConflictError when it isn't held, or may be in QuickBooks already.
 */
export async function postOne(
  ctx: CompanyContext,
  { deposit_id: depositId }: { deposit_id: number },
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await withCompanyLock(ctx, async (tx) => {
    await requireDeposit(tx, ctx, depositId);
    const existing = await tx.existingDeposit.findFirst({
      where: { companyId, depositId, state: "suggested" },
    });
    if (existing) {
      throw new ConflictError(
        `QuickBooks Deposit ${existing.quickbooksDepositId} may be this payout's. Link to it, or say that it isn't.`,
      );
    }
    const queued = await tx.posting.updateMany({
      where: { companyId, depositId, state: "held" },
      data: { state: "queued", nextAttemptAt: new Date() },
    });
    if (queued.count === 0) throw new ConflictError("This deposit isn't waiting to be posted.");
    await recordAudit(tx, ctx, {
      action: "deposit.approved",
      entity: "deposit",
      entityId: depositId,
    });
  });
  await enqueueDuePostings(ctx);
  return { message: "Posting to QuickBooks" };
}
