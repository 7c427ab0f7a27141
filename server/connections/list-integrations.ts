import type { Integration as Row } from "@/generated/prisma/client";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { Integration, integrationList, MonthlyReads } from "@/lib/contracts/integrations";
import { dateText } from "@/lib/dates";
import { connectable, LEDGER } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { type ReadsUsed, readsNearlyUsed } from "@/server/providers/read-meter";
import { FIRST_COMES } from "./find";
import { readClearingSettings, readLedgerSettings, readSourceSettings } from "./settings";

/** The company's live integrations, without their credentials. */
export async function listIntegrations(
  ctx: CompanyContext,
): Promise<ResponseOf<typeof integrationList>> {
  const rows = await db(ctx).integration.findMany({
    where: { companyId: ctx.companyId, status: { not: "disconnected" } },
    orderBy: [...FIRST_COMES],
  });
  const hasLedger = rows.some(({ provider }) => provider === LEDGER);
  const reads = hasLedger ? await readsNearlyUsed(ctx.companyId) : null;
  return {
    integrations: rows.map(toWire),
    ...(reads && { monthly_reads: toMonthlyReads(reads) }),
  };
}

function toMonthlyReads({
  percent,
  isUsedUp,
  renewsAt,
  refusedSince,
  own,
}: ReadsUsed): MonthlyReads {
  return {
    used_percent: percent,
    is_used_up: isUsedUp,
    renews_on: renewsAt.toISOString().slice(0, 10),
    ...(refusedSince && { refused_since: refusedSince.toISOString() }),
    ...(own && { own_part: { waiting: own.waits, until: own.until.toISOString() } }),
  };
}

function toWire(row: Row): Integration {
  const { wire, role, accountIsLogin } = connectable(row.provider);
  return {
    id: row.id,
    integration_type: wire,
    status: row.status === "expired" ? "expired" : "connected",
    display_name: row.displayName,
    livemode: row.livemode,
    posts_from: row.postsFrom && dateText(row.postsFrom),
    last_synced_at: row.lastSyncedAt?.toISOString() ?? null,
    meta_data: role === "ledger" ? ledgerData(row) : sourceData(row),
    authorized_account: { login_id: accountIsLogin ? row.externalAccountId : "" },
  };
}

function ledgerData({ settings }: Row): Record<string, string> {
  const bank = readLedgerSettings(settings);
  const clearing = readClearingSettings(settings);
  return {
    ...(bank && { default_bank: bank.bankId, default_bank_name: bank.bankName }),
    ...(clearing && {
      clearing_account: clearing.clearingId,
      clearing_account_name: clearing.clearingName,
    }),
  };
}

function sourceData({ settings }: Row): Record<string, string> {
  const chosen = readSourceSettings(settings);
  return chosen ? { id: chosen.categoryId, Name: chosen.categoryName } : {};
}
