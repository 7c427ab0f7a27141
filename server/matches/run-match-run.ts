import type { MatchRun } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { log } from "@/server/logger";
import { tellMatchRun } from "@/server/notifications/tell-run";
import { enqueueDuePostings } from "@/server/posting/enqueue-due";
import { matchOpenBooks } from "./auto-match";
import { claimMatchRun, keepMatchRun, MatchRunLostError, updateMatchRun } from "./match-run-claim";
import { withMatchingLock } from "./matching-lock";

/** Every step runs the engine over all open books: few steps for many deposits, but enough to look at. */
const MOST_STEPS = 20;
const SMALLEST_STEP = 10;

/**
 * Works through a bulk Auto Match, step by step. A step is one transaction with its progress in it, so a
 * run that is cancelled or crashes keeps the steps that are through, and goes on after them.
 */
export async function runMatchRun(ctx: CompanyContext, runId: string): Promise<void> {
  const run = await claimMatchRun(ctx, runId);
  if (!run) return;
  // What the engine decides is decided on behalf of whoever started it, as for a single deposit.
  const actor = { ...ctx, userId: run.userId };
  try {
    await keepMatchRun(ctx, run, () => walk(actor, run));
  } catch (error) {
    if (!(error instanceof MatchRunLostError)) await fail(ctx, run, error);
  } finally {
    await enqueueDuePostings(ctx);
  }
}

async function walk(ctx: CompanyContext, run: MatchRun): Promise<void> {
  const ids = run.depositIds;
  const step = Math.max(SMALLEST_STEP, Math.ceil(ids.length / MOST_STEPS));
  for (let done = run.done; done < ids.length; ) {
    const next = Math.min(done + step, ids.length);
    const chosen = new Set(ids.slice(done, next));
    await withMatchingLock(ctx, async (tx) => {
      await matchOpenBooks(tx, ctx, chosen);
      if (next === ids.length) await matchToTheEnd(tx, ctx, new Set(ids));
      const counts = await countByStatus(tx, ctx, ids.slice(0, next));
      const over = next === ids.length && { state: "succeeded" as const, finishedAt: new Date() };
      await updateMatchRun(ctx, run, { done: next, ...counts, ...over }, tx);
      if (over) await tellMatchRun(tx, ctx, run);
    });
    done = next;
  }
}

/** What the engine is sure of narrows the choice for the rest: until it is sure of nothing more. */
async function matchToTheEnd(
  tx: Tx,
  ctx: CompanyContext,
  chosen: ReadonlySet<number>,
): Promise<void> {
  for (;;) {
    const plans = await matchOpenBooks(tx, ctx, chosen);
    if (plans.every(({ status }) => status !== "matched")) return;
  }
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
  await updateMatchRun(ctx, run, {
    state: "failed",
    message: "It stopped because of an error on our side. What was matched until then stays.",
    finishedAt: new Date(),
  });
}
