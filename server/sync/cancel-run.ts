import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { ConflictError, NotFoundError } from "@/server/errors";

/** Stops a run: its worker notices at the next step. What it stored stays. */
export async function cancelRun(
  ctx: CompanyContext,
  input: { run_id: string },
): Promise<{ message: string }> {
  const key = { companyId: ctx.companyId, id: input.run_id };
  await db(ctx).$transaction(async (tx) => {
    const cancelled = await tx.syncRun.updateMany({
      where: { ...key, state: { in: ["queued", "running"] } },
      data: { state: "cancelled", finishedAt: new Date(), message: "Cancelled" },
    });
    const run = await tx.syncRun.findUnique({ where: { companyId_id: key } });
    if (!run) throw new NotFoundError("This sync does not exist");
    if (cancelled.count === 0) throw new ConflictError("This sync is over already");
    await recordAudit(tx, ctx, {
      action: "integration.sync_cancelled",
      entity: "integration",
      entityId: run.integrationId,
      data: { runId: run.id },
    });
  });
  return { message: "Sync cancelled" };
}
