import type { SyncRun } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { enqueue } from "@/server/jobs/enqueue";
import { insertRun, lockRuns } from "@/server/sync/start-sync";

/** What a provider may still send again is remembered for longer than it tries. */
const EVENTS_KEPT_DAYS = 14;

/** The syncs that webhooks asked for and that may begin: due, and none of the account under way. */
export function dueSyncRequests(
  atOnce: number,
): Promise<{ companyId: string; integrationId: string }[]> {
  return db("jobs").$queryRaw`
    SELECT q.company_id AS "companyId", q.integration_id AS "integrationId" FROM sync_requests q
    WHERE q.due_at <= now() AND NOT EXISTS (SELECT FROM sync_runs r
      WHERE r.company_id = q.company_id AND r.integration_id = q.integration_id
        AND r.state IN ('queued', 'running'))
    ORDER BY q.due_at LIMIT ${atOnce}`;
}

/**
 * Begins a requested sync; the request ends with it. An event that comes from now on asks anew. An
 * account that is not connected any more is not synced.
 */
export async function startRequestedSync(
  ctx: CompanyContext,
  integrationId: string,
): Promise<void> {
  const run = await take(ctx, integrationId);
  if (run) await enqueue("sync", { companyId: ctx.companyId, runId: run.id });
}

function take(ctx: CompanyContext, integrationId: string): Promise<SyncRun | null> {
  const { companyId } = ctx;
  return db(ctx).$transaction(async (tx) => {
    // Somebody started one meanwhile: the request stands, for a run after it.
    if (await lockRuns(tx, ctx, integrationId)) return null;
    const taken = await tx.syncRequest.deleteMany({
      where: { companyId, integrationId, dueAt: { lte: new Date() } },
    });
    const live = await tx.integration.count({
      where: { companyId, id: integrationId, status: "connected" },
    });
    if (taken.count === 0 || live === 0) return null;
    return insertRun(tx, ctx, { integrationId, trigger: "webhook" });
  });
}

/** Forgets events that no provider sends again. */
export async function sweepWebhookEvents(): Promise<void> {
  await db("jobs").$executeRaw`DELETE FROM webhook_events
    WHERE received_at < now() - make_interval(days => ${EVENTS_KEPT_DAYS})`;
}
