import type { Payment } from "@/lib/contracts/payments";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { UpstreamError } from "@/server/errors";
import { findIntegration } from "@/server/integrations/find";
import { dateText } from "@/server/matches/engine-input";
import { freePayment } from "@/server/matches/open-books";
import { startSync } from "@/server/sync/start-sync";
import { waitForRun } from "@/server/sync/wait-for-run";

/** What the documented product fetches anew at each call; we ask QuickBooks again after this long. */
const FRESH_MS = 60_000;
const WAIT_SECONDS = 30;

/**
 * Payments that no match explains yet. Refreshed from QuickBooks when they have not been for a minute;
 * before the first sync is through, the answer waits for it.
 * @throws UpstreamError when there is nothing to show because QuickBooks could not be read.
 */
export async function listPayments(ctx: CompanyContext): Promise<{ transactions: Payment[] }> {
  await refresh(ctx);
  const rows = await db(ctx).ledgerPayment.findMany({
    where: { companyId: ctx.companyId, ...freePayment },
    orderBy: [{ txnDate: "desc" }, { id: "desc" }],
  });
  return {
    transactions: rows.map((row) => ({
      Id: row.providerId,
      TxnDate: dateText(row.txnDate),
      TotalAmt: toWireDecimal(Number(row.amount), row.currency),
      CustomerName: row.customerName,
      currency: row.currency,
      kind: row.kind,
    })),
  };
}

async function refresh(ctx: CompanyContext): Promise<void> {
  const integration = await findIntegration(ctx, "quickbooks");
  if (integration?.status !== "connected") return;
  const age = Date.now() - (integration.lastSyncedAt?.getTime() ?? 0);
  if (age < FRESH_MS) return;
  const run = await startSync(ctx, { integrationId: integration.id, trigger: "manual" });
  const ended = await waitForRun(ctx, run.id, WAIT_SECONDS);
  if (ended.state === "failed" && !integration.lastSyncedAt) throw new UpstreamError(ended.message);
}
