import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { type JobName, MAX_ATTEMPTS } from "@/server/queue/definitions";
import { wordsOf } from "./failed-jobs";
import { hasOwnRow, markFailed } from "./mark-failed";

/** A company's job: the row it is about, or the company itself. */
interface JobKey {
  job: JobName;
  entityId: string;
}

/** Whether a job failed too often and waits for the user, or for new data. */
export async function isParked(ctx: CompanyContext, key: JobKey): Promise<boolean> {
  const where = { companyId: ctx.companyId, ...key, deadAt: { not: null } };
  return (await db(ctx).jobFailure.count({ where })) > 0;
}

/**
 * Records that the last attempt of a job threw, and notifies the company. A job with a row of its own ends
 * with that row as failed; any other gets a row in `job_failures`. Safe to repeat.
 */
export async function parkJob(ctx: CompanyContext, key: JobKey, errorCode: string): Promise<void> {
  await db(ctx).$transaction(async (tx) => {
    const deadAt = new Date();
    const { job, entityId } = key;
    const words = hasOwnRow(job)
      ? await markFailed(tx, ctx, { job, entityId })
      : (await insertFailure(tx, ctx, { key, errorCode, deadAt })) && wordsOf(job);
    if (!words) return;
    await notify(tx, ctx, {
      event: `job-parked:${job}:${entityId}:${deadAt.getTime()}`,
      kind: "issue",
      title: words.title,
      body: words.reason,
      link: "/integrations",
    });
  });
}

/** @returns false when it is parked already. */
async function insertFailure(
  tx: Tx,
  { companyId }: CompanyContext,
  { key, errorCode, deadAt }: { key: JobKey; errorCode: string; deadAt: Date },
): Promise<boolean> {
  const row = { companyId, ...key };
  // Program versions before the queue's own retries kept a row from the first failure on.
  await tx.jobFailure.deleteMany({ where: { ...row, deadAt: null } });
  const { count } = await tx.jobFailure.createMany({
    data: { ...row, attempts: MAX_ATTEMPTS, errorCode, nextAttemptAt: deadAt, deadAt },
    skipDuplicates: true,
  });
  return count === 1;
}
