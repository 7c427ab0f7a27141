import type { MatchRun } from "@/generated/prisma/client";
import { notifyMatchRun } from "@/server/notifications/notify-match-run";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { ClaimLostError } from "@/server/platform/queue/claims";
import { enqueueDuePostings, recordAutomaticRun } from "@/server/work/postings";
import { decide } from "./decide";
import { claimMatchRun, keepMatchRun, updateMatchRun } from "./match-run";
import type { DescribedPlan } from "./plan-deposits";

/** Every step runs the engine over all open rows: few steps for many deposits, but enough for a progress bar. */
const MAX_STEPS = 20;
const MIN_STEP = 10;

/**
 * Works through a bulk Auto Match, step by step. A step is one transaction that includes its progress, so
 * a run that is cancelled or crashes keeps its finished steps and resumes after them.
 */
export async function runMatchRun(ctx: CompanyContext, runId: string): Promise<void> {
  const run = await claimMatchRun(ctx, runId);
  if (!run) return;
  try {
    await keepMatchRun(ctx, run, () => walk(onBehalf(ctx, run), run));
  } catch (error) {
    if (!(error instanceof ClaimLostError)) await fail(ctx, run, error);
  } finally {
    await enqueueDuePostings(ctx);
  }
}

/** The engine decides on behalf of the user who started the run, as for a single deposit. */
function onBehalf({ companyId, requestId }: CompanyContext, run: MatchRun): CompanyContext {
  const { userId, role, apiToken } = run;
  const ctx = { companyId, requestId, ...(apiToken !== null && { apiToken }) };
  return userId === null || role === null ? { ...ctx, userId: null } : { ...ctx, userId, role };
}

async function walk(ctx: CompanyContext, run: MatchRun): Promise<void> {
  const ids = run.depositIds;
  const step = Math.max(MIN_STEP, Math.ceil(ids.length / MAX_STEPS));
  for (let done = run.done; done < ids.length; ) {
    const next = Math.min(done + step, ids.length);
    const chosen = new Set(ids.slice(done, next));
    await decide(ctx, chosen, async (tx, apply) => {
      await record(tx, ctx, run, await apply());
      const counts = await countByStatus(tx, ctx, ids.slice(0, next));
      await updateMatchRun(ctx, run, { done: next, ...counts }, tx);
    });
    done = next;
  }
  // Each sure match narrows the choice for the rest, until the engine is sure of no more.
  const all = new Set(ids);
  while (!(await decide(ctx, all, (tx, apply) => finish(tx, ctx, run, apply))));
}

/** @returns false when the engine was sure of more: then it is not the end yet. */
async function finish(
  tx: Tx,
  ctx: CompanyContext,
  run: MatchRun,
  apply: () => Promise<DescribedPlan[]>,
): Promise<boolean> {
  const isOver = (await record(tx, ctx, run, await apply())) === 0;
  const over = isOver && { state: "succeeded" as const, finishedAt: new Date() };
  const counts = await countByStatus(tx, ctx, run.depositIds);
  await updateMatchRun(ctx, run, { ...counts, ...over }, tx);
  if (isOver) await notifyMatchRun(tx, ctx, run);
  return isOver;
}

/** @returns how many the engine was sure of. */
async function record(tx: Tx, ctx: CompanyContext, run: MatchRun, plans: DescribedPlan[]) {
  const matched = plans.filter(({ status }) => status === "matched");
  const ids = matched.map(({ depositId }) => Number(depositId));
  await recordAutomaticRun(tx, ctx, run.id, ids);
  return ids.length;
}

async function countByStatus(tx: Tx, ctx: CompanyContext, ids: number[]) {
  const groups = await tx.deposit.groupBy({
    by: ["status"],
    where: { companyId: ctx.companyId, id: { in: ids }, deletedAt: null },
    _count: true,
  });
  const count = (status: string) => groups.find((group) => group.status === status)?._count ?? 0;
  return {
    matched: count("matched") + count("posted"),
    suggested: count("suggested"),
    pending: count("pending"),
  };
}

async function fail(ctx: CompanyContext, run: MatchRun, error: unknown): Promise<void> {
  log().error({ matchRunId: run.id, error }, "bulk auto-match failed");
  const message = "It stopped because of a problem on our side. Matches made so far are kept.";
  await db(ctx).$transaction(async (tx) => {
    await updateMatchRun(ctx, run, { state: "failed", message, finishedAt: new Date() }, tx);
    await notifyMatchRun(tx, ctx, run);
  });
}
