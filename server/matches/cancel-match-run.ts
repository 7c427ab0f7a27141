import { ACTIVE_RUN_STATES } from "@/lib/contracts/values/runs";
import { recordAudit } from "@/server/platform/record-audit";
import { notifyMatchRun } from "@/server/notifications/notify-match-run";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";

/** Stops a bulk Auto Match: the step that is under way writes nothing more, what was matched stays. */
export async function cancelMatchRun(
  ctx: CompanyContext,
  input: { match_run_id: string },
): Promise<{ message: string }> {
  const key = { companyId: ctx.companyId, id: input.match_run_id };
  await db(ctx).$transaction(async (tx) => {
    const cancelled = await tx.matchRun.updateMany({
      where: { ...key, state: { in: [...ACTIVE_RUN_STATES] } },
      data: { state: "cancelled", finishedAt: new Date() },
    });
    const run = await tx.matchRun.findUnique({ where: { companyId_id: key } });
    if (!run) throw new NotFoundError("This Auto Match doesn't exist");
    if (cancelled.count === 0) throw new ConflictError("This Auto Match has already finished");
    await recordAudit(tx, ctx, {
      action: "match_run.cancelled",
      entity: "match_run",
      entityId: run.id,
      data: { done: run.done, deposits: run.depositIds.length },
    });
    // What was matched until now is posted all the same.
    await notifyMatchRun(tx, ctx, run);
  });
  return { message: "Auto Match canceled" };
}
