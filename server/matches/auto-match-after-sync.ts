import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { findIntegration } from "@/server/integrations/find";
import { adoptExisting } from "@/server/posting/adopt-existing";
import { startSync } from "@/server/sync/start-sync";
import { matchAllDeposits } from "./auto-match";

/** Older than this, the payments that we know are not what QuickBooks holds. */
const LEDGER_FRESH_MS = 2 * 60_000;

/**
 * What follows a sync when Auto Match is on. While another sync is under way the request is left standing:
 * half of the books would decide otherwise than all of them. With payments that are not fresh it asks
 * QuickBooks first; that sync's end asks for the engine again.
 */
export async function autoMatchAfterSync(ctx: CompanyContext): Promise<void> {
  const begun = await databaseTime(ctx);
  const settings = await db(ctx).companySettings.findUnique({
    where: { companyId: ctx.companyId },
  });
  if (settings && !settings.autoMatch) return markDone(ctx, begun);
  const syncing = await db(ctx).syncRun.count({
    where: { companyId: ctx.companyId, state: { in: ["queued", "running"] } },
  });
  if (syncing > 0) return;
  const ledger = await findIntegration(ctx, "quickbooks");
  // It may have broken off in the middle of the books. Connecting again syncs, and that asks again.
  if (ledger?.status === "expired") return markDone(ctx, begun);
  const age = Date.now() - (ledger?.lastSyncedAt?.getTime() ?? 0);
  if (ledger?.status === "connected" && age > LEDGER_FRESH_MS) {
    await startSync(ctx, { integrationId: ledger.id, trigger: "manual" });
    return markDone(ctx, begun);
  }
  if (ledger?.status === "connected") await adoptExisting(ctx, ledger);
  await matchAllDeposits(ctx);
}

/** As text, because a JavaScript date would lose the microseconds. */
async function databaseTime(ctx: CompanyContext): Promise<string> {
  const rows = await db(ctx).$queryRaw<[{ now: string }]>`SELECT clock_timestamp()::text AS now`;
  return rows[0].now;
}

/** Requests up to the beginning are answered; one that came meanwhile still stands. */
async function markDone(ctx: CompanyContext, begun: string): Promise<void> {
  await db(ctx).$executeRaw`
    UPDATE companies SET matched_at = ${begun}::timestamptz WHERE id = ${ctx.companyId}::uuid`;
}
