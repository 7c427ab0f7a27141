import type { Provider, Integration as Row } from "@/generated/prisma/client";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { Integration, integrationList } from "@/lib/contracts/integrations";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import {
  readClearingSettings,
  readLedgerSettings,
  readSourceSettings,
} from "@/server/integrations/settings";

/** Our providers' names on the wire, as the documented clients spell them. */
export const WIRE_TYPE: Record<Provider, Integration["integration_type"]> = {
  stripe: "stripe",
  quickbooks: "quickbook",
  authorizenet: "authorize",
};

/** The company's live integrations. Nothing of their credentials is among it. */
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
  return {
    integration_type: WIRE_TYPE[row.provider],
    status: row.status === "expired" ? "expired" : "connected",
    display_name: row.displayName,
    livemode: row.livemode,
    last_synced_at: row.lastSyncedAt?.toISOString() ?? null,
    meta_data: metaData(row),
    authorized_account: {
      login_id: row.provider === "authorizenet" ? row.externalAccountId : "",
    },
  };
}

function metaData(row: Row): Record<string, string> {
  if (row.provider === "quickbooks") {
    const bank = readLedgerSettings(row.settings);
    const clearing = readClearingSettings(row.settings);
    return {
      ...(bank && { default_bank: bank.bankId, default_bank_name: bank.bankName }),
      ...(clearing && {
        clearing_account: clearing.clearingId,
        clearing_account_name: clearing.clearingName,
      }),
    };
  }
  const chosen = readSourceSettings(row.settings);
  return chosen ? { id: chosen.categoryId, Name: chosen.categoryName } : {};
}
