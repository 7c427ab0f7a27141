import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  dismissFailures as dismissFailuresContract,
  retryFailures as retryFailuresContract,
} from "@/lib/contracts/failures";
import { requireIntegration } from "@/server/connections/find";
import { startMatchRun } from "@/server/matches/bulk-match";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import type { JobName } from "@/server/platform/queue/definitions";
import { recordAudit } from "@/server/platform/record-audit";
import { retryPosting } from "@/server/posting/review";
import { startSync } from "@/server/work/start-sync";
import type { About } from "../failures";
import { chosenFailures } from "./chosen-failures";

/**
 * Retries failures: a posting, a sync, the rest of a bulk match, or a job. Of several, one that cannot be
 * retried does not stop the others.
 * @throws NotFoundError for a named failure that no longer exists; ConflictError when the named failure
 * cannot be retried now.
 */
export async function retryFailures(
  ctx: CompanyContext,
  input: BodyOf<typeof retryFailuresContract>,
): Promise<ResponseOf<typeof retryFailuresContract>> {
  const chosen = await chosenFailures(ctx, input);
  const refused: { id: string; message: string }[] = [];
  for (const { key, about } of chosen) {
    try {
      await retryOne(ctx, about);
    } catch (error) {
      // The failure has changed since the list was read, or other work is under way.
      if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
      if (input.failure_id !== undefined) throw error;
      refused.push({ id: key, message: error.message });
    }
  }
  const retried = chosen.length - refused.length;
  return { message: messageOf(retried, refused.length), retried, refused };
}

async function retryOne(ctx: CompanyContext, about: About): Promise<void> {
  switch (about.kind) {
    case "posting":
      await retryPosting(ctx, { deposit_id: about.depositId });
      return;
    case "sync": {
      await requireIntegration(ctx, about.provider);
      await startSync(ctx, { integrationId: about.integrationId, trigger: "manual" });
      return;
    }
    case "match-run":
      await startMatchRun(ctx, {
        deposit_ids: await existingDeposits(ctx, about.depositIds),
      });
      return;
    case "job":
      await reviveJob(ctx, about.job);
  }
}

function messageOf(retried: number, refused: number): string {
  const done = retried === 1 ? "Retrying" : `Retrying ${retried}`;
  return refused === 0 ? `${done}…` : `${done}, ${refused} couldn't be retried`;
}

/**
 * Hides failures from the list. The work itself is unchanged: a deposit stays unposted until it is
 * retried.
 * @throws NotFoundError for a failure that no longer exists.
 */
export async function dismissFailures(
  ctx: CompanyContext,
  input: BodyOf<typeof dismissFailuresContract>,
): Promise<ResponseOf<typeof dismissFailuresContract>> {
  const { companyId } = ctx;
  const keys = (await chosenFailures(ctx, input)).map(({ key }) => key);
  const { count } = await db(ctx).$transaction(async (tx) => {
    const written = await tx.failureDismissal.createMany({
      data: keys.map((key) => ({ companyId, key })),
      skipDuplicates: true,
    });
    if (written.count > 0) {
      await recordAudit(tx, ctx, {
        action: "failures.dismissed",
        entity: "job",
        entityId: "failures",
        data: { keys: keys.slice(0, 100), count: written.count },
      });
    }
    return written;
  });
  return { message: count === 1 ? "Dismissed" : `${count} dismissed`, dismissed: count };
}

/** The given deposits that still exist, in the order given. */
async function existingDeposits(ctx: CompanyContext, ids: number[]): Promise<number[]> {
  const rows = await db(ctx).deposit.findMany({
    where: { companyId: ctx.companyId, id: { in: ids }, deletedAt: null },
    select: { id: true },
  });
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => there.has(id));
}

/**
 * Unparks a job: its rows still describe the work, so the next sweep finds it.
 * @throws NotFoundError when it has not failed.
 */
async function reviveJob(ctx: CompanyContext, job: JobName): Promise<void> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    const { count } = await tx.jobFailure.deleteMany({ where: { companyId, job } });
    if (count === 0) throw new NotFoundError("This job is already running.");
    await recordAudit(tx, ctx, {
      action: "job.retried",
      entity: "job",
      entityId: job,
    });
  });
}
