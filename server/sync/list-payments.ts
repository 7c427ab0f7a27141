import type { Payment } from "@/lib/contracts/payments";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import { findLedger } from "@/server/connections/find";
import { freePayment } from "@/server/matches/load-open-rows";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UpstreamError } from "@/server/platform/errors";
import { isPaused } from "@/server/platform/installation";
import { startSync } from "@/server/work/start-sync";
import { waitForRun } from "./refresh-and-match";

/** Maximum age of the payments before the ledger is read. */
const FRESH_MS = 60_000;
const WAIT_SECONDS = 30;

/**
 * Payments that no match explains. Refreshed from the ledger when older than a minute; before the first
 * sync has finished, the response waits for it.
 * @throws UpstreamError when no payments are stored because the ledger could not be read.
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
      number: row.referenceNumber,
    })),
  };
}

async function refresh(ctx: CompanyContext): Promise<void> {
  const integration = await findLedger(ctx);
  if (integration?.status !== "connected") return;
  const age = Date.now() - (integration.lastSyncedAt?.getTime() ?? 0);
  if (age < FRESH_MS || (await isPaused())) return;
  const run = await startSync(ctx, { integrationId: integration.id, trigger: "manual" });
  const ended = await waitForRun(ctx, run.id, WAIT_SECONDS);
  if (ended.state === "failed" && !integration.lastSyncedAt) throw new UpstreamError(ended.message);
}
