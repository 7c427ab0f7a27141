import { Prisma, type SyncRun } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { readRows } from "@/server/platform/read-rows";
import { enqueue } from "@/server/platform/queue/enqueue";
import { insertRun, lockRuns } from "@/server/work/start-sync";

/** Longer than any provider retries a delivery. */
const EVENTS_KEPT_DAYS = 14;

/** Requested syncs that can start: due, and without a run under way for the same account. */
export async function dueSyncRequests(
  atOnce: number,
): Promise<{ companyId: string; integrationId: string }[]> {
  const [due] = await readRows<[{ companyId: string; integrationId: string }]>(
    "jobs",
    Prisma.sql`
    SELECT q.company_id AS "companyId", q.integration_id AS "integrationId" FROM sync_requests q
    WHERE q.due_at <= now() AND NOT EXISTS (SELECT FROM sync_runs r
      WHERE r.company_id = q.company_id AND r.integration_id = q.integration_id
        AND r.state IN ('queued', 'running'))
    ORDER BY q.due_at LIMIT ${atOnce}`,
  );
  return due;
}

/**
 * Starts a requested sync and deletes the request. Later events create a new request. An account that is
 * no longer connected is skipped.
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
    // Another run has just started: the request stays for the run after it.
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

/** Deletes events that no provider delivers any more. */
export async function deleteOldEvents(): Promise<void> {
  await db("jobs").$executeRaw`DELETE FROM webhook_events
    WHERE received_at < now() - make_interval(days => ${EVENTS_KEPT_DAYS})`;
}
