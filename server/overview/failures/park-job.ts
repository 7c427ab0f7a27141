import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { type JobName, MAX_ATTEMPTS } from "@/server/platform/queue/definitions";
import { wordsOf } from "./failed-jobs";
import { hasOwnRow, markFailed } from "./mark-failed";

/** A company's job: the row it is about, or the company itself. */
interface JobKey {
  job: JobName;
  entityId: string;
}

/** Its last attempt. */
interface Failure {
  errorCode: string;
  failedAt: Date;
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
export async function parkJob(
  ctx: CompanyContext,
  key: JobKey,
  { errorCode, failedAt }: Failure,
): Promise<void> {
  await db(ctx).$transaction(async (tx) => {
    const deadAt = new Date();
    const { job, entityId } = key;
    const words = hasOwnRow(job)
      ? await markFailed(tx, ctx, { job, entityId })
      : (await insertFailure(tx, ctx, { key, errorCode, failedAt, deadAt })) && wordsOf(job);
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

/** @returns false when it is parked already, or a user has retried it since it failed. */
async function insertFailure(
  tx: Tx,
  { companyId }: CompanyContext,
  { key, errorCode, failedAt, deadAt }: Failure & { key: JobKey; deadAt: Date },
): Promise<boolean> {
  const row = { companyId, ...key };
  // The queue may hold a job twice: the second one's end must not stop what the user has just restarted.
  const retried = { companyId, action: "job.retried", entityId: key.job, at: { gt: failedAt } };
  if ((await tx.auditEvent.count({ where: retried })) > 0) return false;
  // Program versions before the queue's own retries kept a row from the first failure on.
  await tx.jobFailure.deleteMany({ where: { ...row, deadAt: null } });
  const { count } = await tx.jobFailure.createMany({
    data: { ...row, attempts: MAX_ATTEMPTS, errorCode, nextAttemptAt: deadAt, deadAt },
    skipDuplicates: true,
  });
  return count === 1;
}
