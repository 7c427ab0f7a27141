import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import type { JobName } from "@/server/platform/queue/definitions";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { wordsOfJob } from "../failures";

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
export async function hasFailed(ctx: CompanyContext, key: JobKey): Promise<boolean> {
  return (await db(ctx).jobFailure.count({ where: { companyId: ctx.companyId, ...key } })) > 0;
}

/**
 * Records that the last attempt of a job threw, and notifies the company. A job with a row of its own ends
 * with that row as failed; any other gets a row in `job_failures`. Safe to repeat.
 */
export async function failJob(
  ctx: CompanyContext,
  key: JobKey,
  { errorCode, failedAt }: Failure,
): Promise<void> {
  await db(ctx).$transaction(async (tx) => {
    const deadAt = new Date();
    const { job, entityId } = key;
    const words = hasOwnRow(job)
      ? await markFailed(tx, ctx, { job, entityId })
      : (await insertFailure(tx, ctx, { key, errorCode, failedAt, deadAt })) &&
        wordsOfJob(job, await loadLedgerWords(ctx, tx));
    if (!words) return;
    await notify(tx, ctx, {
      event: `job-failed:${job}:${entityId}:${deadAt.getTime()}`,
      kind: "issue",
      title: words.title,
      body: words.reason,
      link: "/integrations",
    });
  });
}

/** @returns false when it has failed already, or a user has retried it since it failed. */
async function insertFailure(
  tx: Tx,
  { companyId }: CompanyContext,
  { key, errorCode, failedAt, deadAt }: Failure & { key: JobKey; deadAt: Date },
): Promise<boolean> {
  const row = { companyId, ...key };
  // The queue may hold a job twice: the second one's end must not stop what the user has just restarted.
  const retried = { companyId, action: "job.retried", entityId: key.job, at: { gt: failedAt } };
  if ((await tx.auditEvent.count({ where: retried })) > 0) return false;
  const { count } = await tx.jobFailure.createMany({
    data: { ...row, errorCode, deadAt },
    skipDuplicates: true,
  });
  return count === 1;
}

const ON_OUR_SIDE = "This kept failing because of a problem on our side.";

/** Jobs whose row itself says that they failed. */
type RowJob = "sync" | "match-run" | "post";

function hasOwnRow(job: JobName): job is RowJob {
  return job === "sync" || job === "match-run" || job === "post";
}

/**
 * Marks the row of a failed job as failed, so that it is no longer under way and can be retried.
 * @returns the words for its notification; null when the row is no longer under way.
 */
async function markFailed(
  tx: Tx,
  ctx: CompanyContext,
  { job, entityId }: { job: RowJob; entityId: string },
): Promise<{ title: string; reason: string } | null> {
  const row = { companyId: ctx.companyId, id: entityId };
  const reason = `${ON_OUR_SIDE} Please retry.`;
  const over = { state: "failed" as const, message: reason, finishedAt: new Date() };
  const active = { state: { in: ["queued" as const, "running" as const] } };
  if (job === "sync") {
    const data = { ...over, errorCode: "internal" };
    const { count } = await tx.syncRun.updateMany({ where: { ...row, ...active }, data });
    return count === 0 ? null : { title: "A sync failed", reason };
  }
  if (job === "match-run") {
    const { count } = await tx.matchRun.updateMany({ where: { ...row, ...active }, data: over });
    return count === 0 ? null : { title: "Auto Match failed", reason };
  }
  const { count } = await tx.posting.updateMany({
    where: { ...row, state: { in: ["queued", "sending"] } },
    data: { state: "failed", message: reason, errorCode: "internal" },
  });
  return count === 0 ? null : { title: "A deposit couldn't be posted", reason };
}
