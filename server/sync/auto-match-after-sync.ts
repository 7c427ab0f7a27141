import { ACTIVE_RUN_STATES } from "@/lib/constants/runs";
import { findLedger } from "@/server/connections/find";
import { applyRules } from "@/server/line-decisions/rules/apply-rules";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { describeOpenDeposits } from "@/server/matches/store-findings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { linkExistingDeposits } from "@/server/posting/recorded-elsewhere/link-existing-deposits";
import { startSync } from "@/server/work/start-sync";
import { takeOverChoices } from "./take-over-choices";

/** Payments synced longer ago than this are stale: the ledger may have changed since. */
const LEDGER_FRESH_MS = 2 * 60_000;

/**
 * Runs after a sync. With Auto Match on, the engine decides; otherwise it only says why deposits are open. While another sync is under way the request stays pending,
 * because half of the books would lead to other decisions. With stale payments it syncs the ledger first;
 * the end of that sync requests the engine.
 */
export async function autoMatchAfterSync(ctx: CompanyContext): Promise<void> {
  // While a slow run handles a request, the sweep enqueues it once more.
  if (!(await isRequested(ctx))) return;
  const begun = await databaseTime(ctx);
  const settings = await db(ctx).companySettings.findUnique({
    where: { companyId: ctx.companyId },
  });
  const syncing = await db(ctx).syncRun.count({
    where: { companyId: ctx.companyId, state: { in: [...ACTIVE_RUN_STATES] } },
  });
  if (syncing > 0) return;
  const ledger = await findLedger(ctx);
  // The last sync may have stopped in the middle of the books. Reconnecting syncs, which requests a new
  // run.
  if (ledger?.status === "expired") return markDone(ctx, begun);
  const age = Date.now() - (ledger?.lastSyncedAt?.getTime() ?? 0);
  if (ledger?.status === "connected" && age > LEDGER_FRESH_MS) {
    await startSync(ctx, { integrationId: ledger.id, trigger: "manual" });
    return markDone(ctx, begun);
  }
  const decides = settings?.autoMatch ?? true;
  if (ledger?.status === "connected") {
    await takeOverChoices(ctx, ledger);
    await linkExistingDeposits(ctx, ledger, { links: decides });
  }
  if (!decides) {
    await describeOpenDeposits(ctx);
    return markDone(ctx, begun);
  }
  // Only here: rules need books that were just read.
  await matchAllDeposits(ctx, { begun, decideRest: () => applyRules(ctx) });
}

async function isRequested(ctx: CompanyContext): Promise<boolean> {
  const rows = await db(ctx).$queryRaw<unknown[]>`SELECT FROM companies
    WHERE id = ${ctx.companyId}::uuid AND match_requested_at > coalesce(matched_at, '-infinity')`;
  return rows.length > 0;
}

/** As text, because a JavaScript date would lose the microseconds. */
async function databaseTime(ctx: CompanyContext): Promise<string> {
  const rows = await db(ctx).$queryRaw<[{ now: string }]>`SELECT clock_timestamp()::text AS now`;
  return rows[0].now;
}

/** Marks requests up to the start as done; a later request stays pending. */
async function markDone(ctx: CompanyContext, begun: string): Promise<void> {
  await db(ctx).$executeRaw`
    UPDATE companies SET matched_at = ${begun}::timestamptz WHERE id = ${ctx.companyId}::uuid`;
}
