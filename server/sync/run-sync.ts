import { Prisma } from "@/generated/prisma/client";
import { markExpired } from "@/server/connections/credentials";
import { providerName } from "@/server/connections/find";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { AppError } from "@/server/platform/errors";
import { log } from "@/server/platform/logger";
import { ClaimLostError } from "@/server/platform/queue/claims";
import { enqueue } from "@/server/platform/queue/enqueue";
import { recordAudit } from "@/server/platform/record-audit";
import { describeWithWords } from "@/server/providers/describe-failure";
import { ProviderError } from "@/server/providers/errors";
import { getProvider } from "@/server/providers/registry";
import { requestAutoMatch } from "@/server/work/company";
import { type ClaimedRun, claimRun, keepClaim, type SyncOutcome, updateRun } from "./claim-run";
import { planDailyRetry } from "./start-daily-sync";
import { syncLedger } from "./sync-ledger";
import { syncSource } from "./sync-source";

/**
 * A run that was claimed this often and never ended crashes its workers. Restarts of the machine count too,
 * so the limit is high: it takes half an hour to reach it.
 */
const MAX_CLAIMS = 100;

/** A run that was cancelled while it failed stays cancelled. */
function ignoreLost(error: unknown): void {
  if (!(error instanceof ClaimLostError)) throw error;
}

/**
 * Runs a sync to its end. Idempotent, also after a crash: one worker at a time holds the run, and all rows
 * are keyed by the provider's ids.
 */
export async function runSync(ctx: CompanyContext, runId: string): Promise<void> {
  const run = await claimRun(ctx, runId);
  if (!run) return;
  if (run.attempt > MAX_CLAIMS) {
    const died = new Error("Each worker that took this sync died with it");
    return fail(ctx, run, died).catch(ignoreLost);
  }
  try {
    const outcome = await keepClaim(ctx, run, () => walk(ctx, run));
    await finish(ctx, run, outcome);
  } catch (error) {
    if (error instanceof ClaimLostError) return;
    await fail(ctx, run, error).catch(ignoreLost);
    return;
  }
  await enqueue("auto-match", { companyId: ctx.companyId });
}

function walk(ctx: CompanyContext, run: ClaimedRun): Promise<SyncOutcome> {
  const provider = getProvider(run.integration.provider);
  if (provider.source) return syncSource(ctx, run, provider.source);
  if (provider.ledger) return syncLedger(ctx, run, provider.ledger);
  throw new Error(`${provider.id} has nothing to sync`);
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
      data: {
        ...{ cursor: outcome.cursor, lastSyncedAt: new Date() },
        ...(outcome.earlierPayouts !== undefined && {
          earlierPayouts: outcome.earlierPayouts ?? Prisma.DbNull,
        }),
      },
    });
    await requestAutoMatch(tx, ctx);
    // New data restarts a failed job.
    await tx.jobFailure.deleteMany({ where: { companyId: ctx.companyId, job: "auto-match" } });
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
  const message = sentenceFor(error);
  const failure = known ? error.failure : "internal";
  await db(ctx).$transaction(async (tx) => {
    await updateRun(
      ctx,
      run,
      { state: "failed", message, errorCode: failure, finishedAt: new Date() },
      tx,
    );
    if (failure !== "unauthorized") {
      await planDailyRetry(tx, ctx, run, known ? error.detail.retryAfterSeconds : undefined);
    }
    // The expired access has its own notification.
    if (failure !== "unauthorized") await notifyFailed(tx, ctx, run, message);
  });
}

function sentenceFor(error: unknown): string {
  if (error instanceof ProviderError) return describeWithWords(error);
  if (error instanceof AppError) return error.message;
  return "The sync stopped because of a problem on our side. Please try again.";
}

function notifyFailed(tx: Tx, ctx: CompanyContext, run: ClaimedRun, message: string) {
  const title = `${providerName(run.integration.provider)} sync failed`;
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
