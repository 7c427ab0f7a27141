import type { MatchRun, Prisma } from "@/generated/prisma/client";
import { withHeartbeat } from "@/lib/heartbeat";
import type { CompanyContext } from "@/server/context";
import { db, type Tx } from "@/server/db";

/** A run whose worker has not been heard of for this long is taken over. */
export const MATCH_RUN_LEASE_SECONDS = 60;
const HEARTBEAT_MS = 5_000;

/** The run was cancelled, or another worker took it over: stop, and write nothing more. */
export class MatchRunLostError extends Error {
  override readonly name = "MatchRunLostError";
}

/** Takes a queued run, or one whose worker died. Null: somebody else has it, or it is over. */
export async function claimMatchRun(ctx: CompanyContext, runId: string): Promise<MatchRun | null> {
  const claimed = await db(ctx).$queryRaw<{ id: string }[]>`
    UPDATE match_runs SET state = 'running', attempt = attempt + 1, heartbeat_at = now()
    WHERE company_id = ${ctx.companyId}::uuid AND id = ${runId}::uuid
      AND (state = 'queued' OR (state = 'running'
        AND heartbeat_at < now() - make_interval(secs => ${MATCH_RUN_LEASE_SECONDS})))
    RETURNING id`;
  if (claimed.length === 0) return null;
  return db(ctx).matchRun.findUnique({
    where: { companyId_id: { companyId: ctx.companyId, id: runId } },
  });
}

/** Writes to a claimed run, as long as the claim holds. @throws MatchRunLostError when it does not. */
export async function updateMatchRun(
  ctx: CompanyContext,
  run: MatchRun,
  data: Prisma.MatchRunUpdateManyMutationInput,
  tx: Tx = db(ctx),
): Promise<void> {
  const written = await tx.matchRun.updateMany({
    where: { companyId: run.companyId, id: run.id, attempt: run.attempt, state: "running" },
    data: { ...data, heartbeatAt: new Date() },
  });
  if (written.count === 0)
    throw new MatchRunLostError("This Auto Match was cancelled or taken over");
}

/** Keeps the claim alive while `work` runs; a lost claim shows at the work's next write. */
export function keepMatchRun<T>(
  ctx: CompanyContext,
  run: MatchRun,
  work: () => Promise<T>,
): Promise<T> {
  return withHeartbeat(() => updateMatchRun(ctx, run, {}), HEARTBEAT_MS, work);
}
