import { recordAudit } from "@/server/platform/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import type { JobName } from "@/server/platform/queue/definitions";

/**
 * Unparks a job: its rows still describe the work, so the next sweep finds it.
 * @throws NotFoundError when it is not parked.
 */
export async function reviveJob(ctx: CompanyContext, job: JobName): Promise<void> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    const { count } = await tx.jobFailure.deleteMany({
      where: { companyId, job, deadAt: { not: null } },
    });
    if (count === 0) throw new NotFoundError("This job is already running.");
    await recordAudit(tx, ctx, {
      action: "job.retried",
      entity: "job",
      entityId: job,
    });
  });
}
