import { recordAudit } from "@/server/platform/record-audit";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { enqueueDuePostings } from "@/server/work/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { planDeletedAnew } from "./stopped-undo";

/** Requeues a failed or waiting posting at the user's request. */
export async function retryPosting(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    const queued = await tx.posting.updateMany({
      where: {
        companyId,
        depositId: deposit.id,
        state: { in: ["failed", "blocked", "queued"] },
      },
      data: {
        state: "queued",
        message: "",
        errorCode: null,
        details: "",
        nextAttemptAt: new Date(),
      },
    });
    if (queued.count === 0) throw new ConflictError("This deposit has no posting to retry.");
    await planDeletedAnew(tx, ctx, deposit.id);
    await recordAudit(tx, ctx, {
      action: "deposit.posting_retried",
      entity: "deposit",
      entityId: deposit.id,
    });
  });
  await enqueueDuePostings(ctx);
  return { message: "Retrying…" };
}
