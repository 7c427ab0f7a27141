import type { SyncRun as Row } from "@/generated/prisma/client";
import { ACTIVE_RUN_STATES } from "@/lib/constants/runs";
import type { QueryOf } from "@/lib/contracts/endpoint";
import type { SyncRun, syncRunList } from "@/lib/contracts/integrations";
import { describeProvider, type ProviderId } from "@/lib/providers/list";
import { listConnections, requireIntegration } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError, NotFoundError, UpstreamError } from "@/server/platform/errors";
import { isWorkerMissing } from "@/server/platform/queue/claims";
import { recordAudit } from "@/server/platform/record-audit";
import { startSync } from "@/server/work/start-sync";
import { waitForRun } from "./refresh-and-match";

const WAITS_FOR_WORKER =
  "This waits for a worker, and none is running. Ask the operator of this installation to start one.";

/** A sync run as the screens follow it. */
async function toRunView(row: Row, provider: ProviderId): Promise<SyncRun> {
  const waits = row.state === "queued" && (await isWorkerMissing());
  return {
    id: row.id,
    connection_id: row.integrationId,
    integration_type: describeProvider(provider).wire,
    state: row.state,
    stage: row.stage,
    done: row.done,
    total: row.total,
    message: waits ? WAITS_FOR_WORKER : row.message,
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

const LATEST = 20;

/**
 * The latest runs, newest first: what is under way and how the last ones went; or the one asked for.
 * @throws NotFoundError when that doesn't exist.
 */
export async function listRuns(
  ctx: CompanyContext,
  { run_id: id }: QueryOf<typeof syncRunList> = {},
): Promise<{ runs: SyncRun[] }> {
  const rows = await db(ctx).syncRun.findMany({
    where: { companyId: ctx.companyId, ...(id !== undefined && { id }) },
    include: { integration: { select: { provider: true } } },
    orderBy: { createdAt: "desc" },
    take: LATEST,
  });
  if (id !== undefined && rows.length === 0) throw unknownRun();
  const runs = rows.map((row) => toRunView(row, row.integration.provider));
  return { runs: await Promise.all(runs) };
}

/** Stops a run: its worker notices at the next step. What it stored stays. */
export async function cancelRun(
  ctx: CompanyContext,
  input: { run_id: string },
): Promise<{ message: string }> {
  const key = { companyId: ctx.companyId, id: input.run_id };
  await db(ctx).$transaction(async (tx) => {
    const cancelled = await tx.syncRun.updateMany({
      where: { ...key, state: { in: [...ACTIVE_RUN_STATES] } },
      data: { state: "cancelled", finishedAt: new Date(), message: "Canceled" },
    });
    const run = await tx.syncRun.findUnique({ where: { companyId_id: key } });
    if (!run) throw unknownRun();
    if (cancelled.count === 0)
      throw new ConflictError("already_done", "This sync has already finished");
    await recordAudit(tx, ctx, {
      action: "integration.sync_cancelled",
      entity: "integration",
      entityId: run.integrationId,
      data: { runId: run.id },
    });
  });
  return { message: "Sync canceled" };
}

function unknownRun(): NotFoundError {
  return new NotFoundError("This sync doesn't exist");
}

/** How long an answer may wait for the end of a sync when the caller says nothing. */
const DEFAULT_WAIT_SECONDS = 60;

/**
 * Syncs a provider now, all of its accounts. Waits for the end, as the documented clients expect; with `waitSeconds` 0 it
 * answers at once with the run of the first account to follow.
 * @throws UpstreamError when a sync failed, saying why and what to do.
 */
export async function syncNow(
  ctx: CompanyContext,
  provider: ProviderId,
  waitSeconds = DEFAULT_WAIT_SECONDS,
): Promise<{ message: string; run: SyncRun }> {
  const first = await requireIntegration(ctx, provider);
  const connections = await listConnections(ctx, provider);
  const others = connections.filter(({ id, status }) => status === "connected" && id !== first.id);
  const started = [];
  for (const { id } of [first, ...others]) {
    started.push(await startSync(ctx, { integrationId: id, trigger: "manual" }));
  }
  const runs = await Promise.all(started.map(({ id }) => waitForRun(ctx, id, waitSeconds)));
  const failed = runs.find(({ state }) => state === "failed");
  if (failed) throw new UpstreamError(failed.message);
  const [run] = runs;
  if (!run) throw new Error("a sync was started");
  const { name, role } = describeProvider(provider);
  const noun = role === "ledger" ? "payments" : "payouts";
  const view = await toRunView(run, provider);
  if (runs.every(({ state }) => state === "succeeded")) {
    return { message: `Successfully synced ${name} ${noun}`, run: view };
  }
  return { message: view.message || `${name} is being synced`, run: view };
}
