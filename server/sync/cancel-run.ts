import { ACTIVE_RUN_STATES } from "@/lib/contracts/values/runs";
import { recordAudit } from "@/server/platform/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";

/** Stops a run: its worker notices at the next step. What it stored stays. */
export async function cancelRun(
  ctx: CompanyContext,
  input: { run_id: string },
): Promise<{ message: string }> {
  const key = { companyId: ctx.companyId, id: input.run_id };
  await db(ctx).$transaction(async (tx) => {
    const cancelled = await tx.syncRun.updateMany({
      where: { ...key, state: { in: [...ACTIVE_RUN_STATES] } },
      data: { state: "cancelled", finishedAt: new Date(), message: "Canceled" },
    });
    const run = await tx.syncRun.findUnique({ where: { companyId_id: key } });
    if (!run) throw new NotFoundError("This sync doesn't exist");
    if (cancelled.count === 0) throw new ConflictError("This sync has already finished");
    await recordAudit(tx, ctx, {
      action: "integration.sync_cancelled",
      entity: "integration",
      entityId: run.integrationId,
      data: { runId: run.id },
    });
  });
  return { message: "Sync canceled" };
}
