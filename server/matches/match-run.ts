import { type MatchRun, Prisma } from "@/generated/prisma/client";
import { ACTIVE_RUN_STATES } from "@/lib/contracts/values/runs";
import { notifyMatchRun } from "@/server/notifications/notify-match-run";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { claimsOn, LEASES } from "@/server/platform/queue/claims";
import { recordAudit } from "@/server/platform/record-audit";

const claims = claimsOn<MatchRun, Prisma.MatchRunUpdateManyMutationInput>(LEASES["match-run"], {
  claiming: Prisma.sql`attempt = attempt + 1`,
  write: (tx, { companyId, id, attempt }, data) =>
    tx.matchRun.updateMany({
      where: { companyId, id, attempt, state: "running" },
      data: { ...data, heartbeatAt: new Date() },
    }),
  beat: () => ({}),
  lost: "This Auto Match was canceled or claimed by another worker",
});

/** Writes to a claimed run, as long as the claim holds. @throws ClaimLostError when it does not. */
export const updateMatchRun = claims.update;

/** Keeps the claim alive while the work runs. */
export const keepMatchRun = claims.keep;

/** Claims a queued run, or one whose worker crashed. @returns null when it is over, or another worker holds it. */
export async function claimMatchRun(ctx: CompanyContext, runId: string): Promise<MatchRun | null> {
  if (!(await claims.claim(ctx, runId))) return null;
  return db(ctx).matchRun.findUnique({
    where: { companyId_id: { companyId: ctx.companyId, id: runId } },
  });
}

/** Stops a bulk Auto Match: the step that is under way writes nothing more, what was matched stays. */
export async function cancelMatchRun(
  ctx: CompanyContext,
  input: { match_run_id: string },
): Promise<{ message: string }> {
  const key = { companyId: ctx.companyId, id: input.match_run_id };
  await db(ctx).$transaction(async (tx) => {
    const cancelled = await tx.matchRun.updateMany({
      where: { ...key, state: { in: [...ACTIVE_RUN_STATES] } },
      data: { state: "cancelled", finishedAt: new Date() },
    });
    const run = await tx.matchRun.findUnique({ where: { companyId_id: key } });
    if (!run) throw new NotFoundError("This Auto Match doesn't exist");
    if (cancelled.count === 0) throw new ConflictError("This Auto Match has already finished");
    await recordAudit(tx, ctx, {
      action: "match_run.cancelled",
      entity: "match_run",
      entityId: run.id,
      data: { done: run.done, deposits: run.depositIds.length },
    });
    // What was matched until now is posted all the same.
    await notifyMatchRun(tx, ctx, run);
  });
  return { message: "Auto Match canceled" };
}
