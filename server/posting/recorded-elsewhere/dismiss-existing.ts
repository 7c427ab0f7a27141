import type { BodyOf } from "@/lib/contracts/endpoint";
import type { dismissExisting as contract } from "@/lib/contracts/existing-deposits";
import { recordAudit } from "@/server/platform/record-audit";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { enqueueDuePostings } from "@/server/work/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { requireSuggested } from "./require-suggested";

/**
 * Records that a Deposit isn't this payout's: it is never suggested again, and a posting that waited for the answer
 * goes on.
 * @throws NotFoundError.
 */
export async function dismissExisting(
  ctx: CompanyContext,
  { deposit_id: depositId, existing_id: existingId }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await withCompanyLock(ctx, async (tx) => {
    await requireDeposit(tx, ctx, depositId);
    const suggested = await requireSuggested(tx, ctx, depositId, existingId);
    const { integrationId, quickbooksDepositId } = suggested;
    const key = { companyId, depositId, integrationId, quickbooksDepositId };
    await tx.existingDeposit.update({
      where: { companyId_depositId_integrationId_quickbooksDepositId: key },
      data: { state: "dismissed", decidedAt: new Date(), decidedBy: ctx.userId },
    });
    await tx.posting.updateMany({
      where: { companyId, depositId, state: "blocked", errorCode: "maybe_booked" },
      data: { state: "queued", message: "", errorCode: null, nextAttemptAt: new Date() },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.existing_dismissed",
      entity: "deposit",
      entityId: depositId,
      data: { quickbooksId: existingId, message: `Deposit ${existingId}` },
    });
  });
  await enqueueDuePostings(ctx);
  return { message: `Deposit ${existingId} won't be suggested again` };
}
