import type { SyncRun, SyncTrigger } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db, isUniqueViolation } from "@/server/db";
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
  return db(ctx).$transaction(async (tx) => {
    const run = await tx.syncRun.create({ data: { companyId: ctx.companyId, ...input } });
    await recordAudit(tx, ctx, {
      action: "integration.sync_started",
      entity: "integration",
      entityId: input.integrationId,
      data: { runId: run.id, trigger: input.trigger },
    });
    return run;
  });
}
