import type { SyncRun, SyncTrigger } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db, isUniqueViolation, type Tx } from "@/server/db";
import { enqueue } from "@/server/jobs/enqueue";

interface StartSync {
  integrationId: string;
  trigger: SyncTrigger;
}

/**
 * Starts a sync, or returns the one that is under way already: the database holds at most one active
 * run per integration.
 */
export async function startSync(ctx: CompanyContext, input: StartSync): Promise<SyncRun> {
  const run = await createOrFind(ctx, input);
  await enqueue("sync", { companyId: ctx.companyId, runId: run.id });
  return run;
}

/** Each further turn takes a run that ended, and another that began, between two statements. */
const MOST_TURNS = 10;

async function createOrFind(ctx: CompanyContext, input: StartSync): Promise<SyncRun> {
  for (let turn = 1; ; turn += 1) {
    const active = await findActive(ctx, input);
    if (active) return active;
    try {
      return await db(ctx).$transaction((tx) => insertRun(tx, ctx, input));
    } catch (error) {
      if (!isUniqueViolation(error) || turn === MOST_TURNS) throw error;
    }
  }
}

function findActive(ctx: CompanyContext, { integrationId }: StartSync): Promise<SyncRun | null> {
  return db(ctx).syncRun.findFirst({
    where: { companyId: ctx.companyId, integrationId, state: { in: ["queued", "running"] } },
  });
}

/** Writes a run to be taken by a worker. The database refuses a second active one of an integration. */
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
