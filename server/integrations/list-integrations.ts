import type { Integration as Row } from "@/generated/prisma/client";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { Integration, integrationList } from "@/lib/contracts/integrations";
import { connectable } from "@/lib/providers/list";
import {
  readClearingSettings,
  readLedgerSettings,
  readSourceSettings,
} from "@/server/integrations/settings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/** The company's live integrations, without their credentials. */
export async function listIntegrations(
  ctx: CompanyContext,
): Promise<ResponseOf<typeof integrationList>> {
  const rows = await db(ctx).integration.findMany({
    where: { companyId: ctx.companyId, status: { not: "disconnected" } },
    orderBy: { connectedAt: "asc" },
  });
  return { integrations: rows.map(toWire) };
}

function toWire(row: Row): Integration {
  const { wire, role, accountIsLogin } = connectable(row.provider);
  return {
    integration_type: wire,
    status: row.status === "expired" ? "expired" : "connected",
    display_name: row.displayName,
    livemode: row.livemode,
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
