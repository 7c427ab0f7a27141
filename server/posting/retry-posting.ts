import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { ConflictError } from "@/server/errors";
import { enqueueDuePostings } from "./enqueue-due";

/** Tries a failed or waiting posting again, because the user says that the cause is mended. */
export async function retry(
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
      data: { state: "queued", message: "", errorCode: null, nextAttemptAt: new Date() },
    });
    if (queued.count === 0)
      throw new ConflictError("There is no posting of this deposit to retry.");
    await recordAudit(tx, ctx, {
      action: "deposit.posting_retried",
      entity: "deposit",
      entityId: deposit.id,
    });
  });
  await enqueueDuePostings(ctx);
  return { message: "Posting is tried again" };
}
