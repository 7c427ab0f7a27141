import type { Integration, SyncRun, SyncRunState } from "@/generated/prisma/client";
import { withHeartbeat } from "@/lib/heartbeat";
import type { CompanyContext } from "@/server/context";
import { db, type Tx } from "@/server/db";

/** A run whose worker has not been heard of for this long is taken over. */
export const LEASE_SECONDS = 20;
const HEARTBEAT_MS = 5_000;

/** The run was cancelled, or another worker took it over: stop, and write nothing more. */
export class RunLostError extends Error {
  override readonly name = "RunLostError";
}

export type ClaimedRun = SyncRun & { integration: Integration };

/** Takes a queued run, or one whose worker died. Null: somebody else has it, or it is over. */
export async function claimRun(ctx: CompanyContext, runId: string): Promise<ClaimedRun | null> {
  const claimed = await db(ctx).$queryRaw<{ id: string }[]>`
    UPDATE sync_runs
    SET state = 'running', attempt = attempt + 1, heartbeat_at = now(),
        started_at = coalesce(started_at, now())
    WHERE company_id = ${ctx.companyId}::uuid AND id = ${runId}::uuid
      AND (state = 'queued'
        OR (state = 'running' AND heartbeat_at < now() - make_interval(secs => ${LEASE_SECONDS})))
    RETURNING id`;
  if (claimed.length === 0) return null;
  return db(ctx).syncRun.findUnique({
    where: { companyId_id: { companyId: ctx.companyId, id: runId } },
    include: { integration: true },
  });
}

/** Writes to a claimed run, as long as the claim holds. @throws RunLostError when it does not. */
export async function updateRun(
  ctx: CompanyContext,
  run: SyncRun,
  data: {
    stage?: string;
    done?: number;
    total?: number;
    state?: SyncRunState;
    message?: string;
    errorCode?: string;
    finishedAt?: Date;
  },
  tx: Tx = db(ctx),
): Promise<void> {
  const written = await tx.syncRun.updateMany({
    where: { companyId: run.companyId, id: run.id, attempt: run.attempt, state: "running" },
    data: { ...data, heartbeatAt: new Date() },
  });
  if (written.count === 0) throw new RunLostError("This sync was cancelled or taken over");
}

/**
 * Keeps the claim alive while `work` runs, also while it waits for a slow provider. A lost claim, or a
 * database that is away, shows at the work's next write.
 */
export function keepClaim<T>(
  ctx: CompanyContext,
  run: SyncRun,
  work: () => Promise<T>,
): Promise<T> {
  return withHeartbeat(() => updateRun(ctx, run, {}), HEARTBEAT_MS, work);
}
