import type { JobFailure } from "@/generated/prisma/client";
import { backoffMs } from "@/lib/backoff";
import type { CompanyContext } from "@/server/context";
import { db, type Tx } from "@/server/db";
import { notify } from "@/server/notifications/notify";
import { wordsOf } from "./failed-jobs";
import { giveUpRow } from "./give-up-row";

/** Then a job is parked: it would fail for ever, and take the others' time. About an hour of attempts. */
export const MOST_ATTEMPTS = 8;
const PAUSE = { firstMs: 10_000, longestMs: 30 * 60_000 };

/** A company's job: the row it is about, or the company itself. */
interface JobKey {
  job: string;
  entityId: string;
}

/** What is known of a job's failures; null when it did not fail, or has worked since. */
export function findJobFailure(ctx: CompanyContext, key: JobKey): Promise<JobFailure | null> {
  return db(ctx).jobFailure.findUnique({ where: whereOf(ctx, key) });
}

/** Whether a job that failed has to wait still, or was given up. */
export function isHeldBack(failure: JobFailure | null, now = new Date()): boolean {
  return failure !== null && (failure.deadAt !== null || failure.nextAttemptAt > now);
}

/** It worked. */
export async function forgetJobFailure(ctx: CompanyContext, key: JobKey): Promise<void> {
  await db(ctx).jobFailure.deleteMany({ where: { companyId: ctx.companyId, ...key } });
}

/**
 * A job's handler threw: the next attempt comes after a pause that doubles, with jitter; after the last
 * one the job is parked and the company is told.
 */
export async function recordJobFailure(
  ctx: CompanyContext,
  key: JobKey,
  errorCode: string,
): Promise<void> {
  await db(ctx).$transaction(async (tx) => {
    const { attempts } = await tx.jobFailure.upsert({
      where: whereOf(ctx, key),
      create: {
        companyId: ctx.companyId,
        ...key,
        errorCode,
        nextAttemptAt: new Date(Date.now() + backoffMs(1, PAUSE)),
      },
      update: { attempts: { increment: 1 }, errorCode, failedAt: new Date() },
    });
    if (attempts >= MOST_ATTEMPTS) return park(tx, ctx, key);
    const nextAttemptAt = new Date(Date.now() + backoffMs(attempts, PAUSE));
    await tx.jobFailure.update({ where: whereOf(ctx, key), data: { nextAttemptAt } });
  });
}

/** Where the row itself can say that it failed, it does, and what tells of failed rows tells of it. */
async function park(tx: Tx, ctx: CompanyContext, key: JobKey): Promise<void> {
  const words = await giveUpRow(tx, ctx, key);
  const deadAt = new Date();
  if (words) await tx.jobFailure.delete({ where: whereOf(ctx, key) });
  else await tx.jobFailure.update({ where: whereOf(ctx, key), data: { deadAt } });
  const { title, reason: body } = words ?? wordsOf(key.job);
  await notify(tx, ctx, {
    event: `job-parked:${key.job}:${key.entityId}:${deadAt.getTime()}`,
    kind: "issue",
    title,
    body,
    link: "/integrations",
  });
}

function whereOf({ companyId }: CompanyContext, key: JobKey) {
  return { companyId_job_entityId: { companyId, ...key } };
}
