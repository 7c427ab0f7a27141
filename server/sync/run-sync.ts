import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db, type Tx } from "@/server/db";
import { markExpired } from "@/server/integrations/mark-expired";
import { enqueue } from "@/server/jobs/enqueue";
import { log } from "@/server/logger";
import { requestAutoMatch } from "@/server/matches/request-auto-match";
import { notify } from "@/server/notifications/notify";
import { describeFailure } from "@/server/providers/describe-failure";
import { ProviderError } from "@/server/providers/errors";
import { getProvider } from "@/server/providers/registry";
import type { SyncOutcome } from "./outcome";
import { planDailyRetry } from "./plan-daily-retry";
import { type ClaimedRun, claimRun, keepClaim, RunLostError, updateRun } from "./run-claim";
import { syncLedger } from "./sync-ledger";
import { syncSource } from "./sync-source";

/**
 * A run that as many workers took and none ended kills its workers. Restarts and crashes of the machine
 * count too, so there are many: they take half an hour to use up.
 */
const MOST_CLAIMS = 100;

/** Cancelled in the moment it failed: cancelled it stays. */
function ignoreLost(error: unknown): void {
  if (!(error instanceof RunLostError)) throw error;
}

/**
 * Runs a sync to its end. Safe to call twice, and again after a crash: a run has one holder at a time,
 * and everything is keyed by the provider's ids.
 */
export async function runSync(ctx: CompanyContext, runId: string): Promise<void> {
  const run = await claimRun(ctx, runId);
  if (!run) return;
  if (run.attempt > MOST_CLAIMS) {
    const died = new Error("Each worker that took this sync died with it");
    return fail(ctx, run, died).catch(ignoreLost);
  }
  try {
    const outcome = await keepClaim(ctx, run, () => walk(ctx, run));
    await finish(ctx, run, outcome);
  } catch (error) {
    if (error instanceof RunLostError) return;
    await fail(ctx, run, error).catch(ignoreLost);
    return;
  }
  await enqueue("auto-match", { companyId: ctx.companyId });
}

function walk(ctx: CompanyContext, run: ClaimedRun): Promise<SyncOutcome> {
  const provider = getProvider(run.integration.provider);
  if (provider.source) return syncSource(ctx, run, provider.source);
  if (provider.ledger) return syncLedger(ctx, run, provider.ledger);
  throw new Error(`${provider.name} has nothing to sync`);
}

async function finish(ctx: CompanyContext, run: ClaimedRun, outcome: SyncOutcome): Promise<void> {
  await db(ctx).$transaction(async (tx) => {
    await updateRun(
      ctx,
      run,
      { state: "succeeded", stage: "Done", message: outcome.message, finishedAt: new Date() },
      tx,
    );
    await tx.integration.update({
      where: { companyId_id: { companyId: ctx.companyId, id: run.integrationId } },
      data: { cursor: outcome.cursor, lastSyncedAt: new Date() },
    });
    await requestAutoMatch(tx, ctx);
    // What was parked gets another chance with new data.
    await tx.jobFailure.deleteMany({
      where: { companyId: ctx.companyId, job: "auto-match", deadAt: { not: null } },
    });
    await recordAudit(tx, ctx, {
      action: "integration.synced",
      entity: "integration",
      entityId: run.integrationId,
      data: { runId: run.id, result: outcome.message },
    });
  });
}

async function fail(ctx: CompanyContext, run: ClaimedRun, error: unknown): Promise<void> {
  const known = error instanceof ProviderError;
  log()[known ? "warn" : "error"]({ runId: run.id, error }, "sync failed");
  if (known && error.failure === "unauthorized") await markExpired(ctx, run.integration);
  const message = known
    ? describeFailure(error)
    : "The sync stopped because of an error on our side. Please try again.";
  const failure = known ? error.failure : "internal";
  await db(ctx).$transaction(async (tx) => {
    await updateRun(
      ctx,
      run,
      { state: "failed", message, errorCode: failure, finishedAt: new Date() },
      tx,
    );
    if (failure !== "unauthorized") await planDailyRetry(tx, ctx, run);
    // That the access has expired is told already.
    if (failure !== "unauthorized") await tellFailed(tx, ctx, run, message);
  });
}

function tellFailed(tx: Tx, ctx: CompanyContext, run: ClaimedRun, message: string) {
  const title = `${getProvider(run.integration.provider).name} could not be synced`;
  const link = "/integrations";
  return notify(tx, ctx, {
    event: `sync-failed:${run.id}`,
    kind: "issue",
    title,
    body: message,
    link,
    group: { key: `sync-failed:${run.integrationId}`, title: `${title}, {n} times`, link },
  });
}
