import { Prisma, type Integration as Row } from "@/generated/prisma/client";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type {
  Integration,
  integrationList,
  MonthlyReads,
  XeroCalls,
} from "@/lib/contracts/integrations";
import { dateText } from "@/lib/dates";
import { describeProvider, isLedger } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { type ReadsUsed, readsNearlyUsed } from "@/server/providers/read-meter";
import { type XeroPace, xeroPace } from "@/server/providers/xero-calls";
import { FIRST_COMES } from "./find";
import { hasUndepositedFunds, readPaymentAccounts } from "./payment-account";
import { readClearingSettings, readLedgerSettings, readSourceSettings } from "./settings";

/** The company's live integrations, without their credentials. */
export async function listIntegrations(
  ctx: CompanyContext,
): Promise<ResponseOf<typeof integrationList>> {
  const rows = await db(ctx).integration.findMany({
    where: { companyId: ctx.companyId, status: { not: "disconnected" } },
    orderBy: [...FIRST_COMES],
  });
  const ledger = rows.find(({ provider }) => isLedger(provider));
  const shared = await sharedIds(ctx);
  const reads = ledger?.provider === "quickbooks" ? await readsNearlyUsed(ctx.companyId) : null;
  const pace = ledger?.provider === "xero" ? await xeroPace(ledger.externalAccountId) : null;
  return {
    integrations: rows.map((row) => ({
      ...toWire(row),
      ...(shared.has(row.id) && { shared: true as const }),
    })),
    ...(reads && { monthly_reads: toMonthlyReads(reads) }),
    ...(pace && { xero_calls: toXeroCalls(pace) }),
  };
}

/** The ids of connections whose account another company in this installation has connected as well. */
async function sharedIds({ companyId }: CompanyContext): Promise<ReadonlySet<string>> {
  const [rows] = await queryPrepared<[{ id: string }]>(
    "jobs",
    Prisma.sql`SELECT own.id FROM integrations own
      WHERE own.company_id = ${companyId}::uuid AND own.status <> 'disconnected'
        AND own.provider <> 'file'
        AND EXISTS (SELECT FROM integrations other WHERE other.provider = own.provider
          AND other.external_account_id = own.external_account_id AND other.company_id <> own.company_id
          AND other.status <> 'disconnected')`,
  );
  return new Set(rows.map(({ id }) => id));
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

function toXeroCalls({ leftToday, leftThisMinute, notedAt, waiting }: XeroPace): XeroCalls {
  return {
    left_today: leftToday,
    left_this_minute: leftThisMinute,
    noted_at: notedAt.toISOString(),
    ...(waiting && { waiting: { ...waiting, until: waiting.until.toISOString() } }),
  };
}

function toWire(row: Row): Integration {
  const { wire, role, accountIsLogin } = describeProvider(row.provider);
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
    ...(row.sharedUse !== null && { shared_use: row.sharedUse }),
  };
}

function ledgerData({ provider, settings }: Row): Record<string, string> {
  const bank = readLedgerSettings(settings);
  const clearing = readClearingSettings(settings);
  const waiting = readPaymentAccounts(settings);
  return {
    ...(bank && { default_bank: bank.bankId, default_bank_name: bank.bankName }),
    ...(clearing && {
      clearing_account: clearing.clearingId,
      clearing_account_name: clearing.clearingName,
    }),
    ...(!hasUndepositedFunds({ provider }) && {
      payment_accounts: String(waiting.length),
      payment_account_names: waiting.map(({ name }) => name).join(", "),
    }),
  };
}

function sourceData({ settings }: Row): Record<string, string> {
  const chosen = readSourceSettings(settings);
  return chosen ? { id: chosen.categoryId, Name: chosen.categoryName } : {};
}
