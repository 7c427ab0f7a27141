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

async function createOrFind(ctx: CompanyContext, input: StartSync): Promise<SyncRun> {
  const { companyId } = ctx;
  try {
    return await create(ctx, input);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const active = await db(ctx).syncRun.findFirst({
      where: {
        companyId,
        integrationId: input.integrationId,
        state: { in: ["queued", "running"] },
      },
    });
    // It ended between the two statements: the slot is free now.
    return active ?? create(ctx, input);
  }
}

function create(ctx: CompanyContext, input: StartSync): Promise<SyncRun> {
  return db(ctx).$transaction((tx) => insertRun(tx, ctx, input));
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
