import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { NotFoundError } from "@/server/errors";
import type { JobName } from "@/server/jobs/definitions";

/**
 * Lets a parked job begin anew: its rows still say what is to be done, so the next sweep finds it.
 * @throws NotFoundError when it is not parked.
 */
export async function reviveJob(ctx: CompanyContext, job: JobName): Promise<void> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    const { count } = await tx.jobFailure.deleteMany({
      where: { companyId, job, deadAt: { not: null } },
    });
    if (count === 0) throw new NotFoundError("This job is under way already.");
    await recordAudit(tx, ctx, {
      action: "job.retried",
      entity: "job",
      entityId: job,
    });
  });
}
