import type { SyncRun, SyncTrigger } from "@/generated/prisma/client";
import { ACTIVE_RUN_STATES } from "@/lib/constants/runs";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { requireRunning } from "@/server/platform/pause";
import { enqueue } from "@/server/platform/queue/enqueue";
import { recordAudit } from "@/server/platform/record-audit";

interface StartSync {
  integrationId: string;
  trigger: SyncTrigger;
}

/**
 * Starts a sync, or returns the one that is under way already: there is at most one per integration.
 * @throws ConflictError while the installation is paused.
 */
export async function startSync(ctx: CompanyContext, input: StartSync): Promise<SyncRun> {
  await requireRunning();
  const run = await createOrFind(ctx, input);
  await enqueue("sync", { companyId: ctx.companyId, runId: run.id });
  return run;
}

function createOrFind(ctx: CompanyContext, input: StartSync): Promise<SyncRun> {
  return db(ctx).$transaction(async (tx) => {
    const active = await lockRuns(tx, ctx, input.integrationId);
    return active ?? insertRun(tx, ctx, input);
  });
}

/**
 * Serializes the start of runs of an integration until the transaction ends.
 * @returns the run that is under way; null when one may be started.
 */
export async function lockRuns(
  tx: Tx,
  { companyId }: CompanyContext,
  integrationId: string,
): Promise<SyncRun | null> {
  const key = `sync runs of ${integrationId}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
  return tx.syncRun.findFirst({
    where: { companyId, integrationId, state: { in: [...ACTIVE_RUN_STATES] } },
  });
}

/** Queues a run, under {@link lockRuns}: the database refuses a second active one. */
export async function insertRun(
  tx: Tx,
  ctx: CompanyContext,
  { integrationId, trigger }: StartSync,
): Promise<SyncRun> {
  const run = await tx.syncRun.create({
    data: { companyId: ctx.companyId, integrationId, trigger },
  });
  await recordAudit(tx, ctx, {
    action: "integration.sync_started",
    entity: "integration",
    entityId: integrationId,
    data: { runId: run.id, trigger },
  });
  return run;
}

/** Requests a sync, which begins within seconds, or after the one that is running. */
export async function requestSync(
  tx: Tx,
  { companyId }: CompanyContext,
  integrationId: string,
): Promise<void> {
  const dueAt = new Date();
  await tx.syncRequest.upsert({
    where: { companyId_integrationId: { companyId, integrationId } },
    create: { companyId, integrationId, dueAt },
    update: { dueAt },
  });
}
