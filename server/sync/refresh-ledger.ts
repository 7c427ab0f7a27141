import { describeProvider, LEDGER } from "@/lib/providers/list";
import { findLedger } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { freePayment } from "@/server/matches/load-open-rows";
import { startSync } from "@/server/work/start-sync";
import { waitForRun } from "./wait-for-run";

/** A change in QuickBooks is made by a person: what was read this long ago is what is there. */
const FRESH_MS = 5_000;
const WAIT_SECONDS = 20;

/** What of the books a look has seen. */
export interface LookedAt {
  /** Payments that no match explains. */
  payments: number;
  /** When they were read, as an ISO instant; null: never. */
  read_at: string | null;
  /** For the user: why they were not read now; empty when they were. */
  problem: string;
}

/**
 * Reads what has changed in the books since the last look, unless that is seconds ago. Waits for the end of the sync,
 * at most 20 seconds, and holds nothing meanwhile. A ledger that does not answer is no error: what is known stays.
 */
export async function refreshLedger(ctx: CompanyContext): Promise<LookedAt> {
  const problem = await read(ctx);
  const [ledger, payments] = await Promise.all([
    findLedger(ctx),
    db(ctx).ledgerPayment.count({ where: { companyId: ctx.companyId, ...freePayment } }),
  ]);
  return { payments, read_at: ledger?.lastSyncedAt?.toISOString() ?? null, problem };
}

async function read(ctx: CompanyContext): Promise<string> {
  const { name } = describeProvider(LEDGER);
  const ledger = await findLedger(ctx);
  if (!ledger) return `${name} isn't connected.`;
  if (ledger.status !== "connected") return `Your ${name} connection has expired.`;
  if (Date.now() - (ledger.lastSyncedAt?.getTime() ?? 0) < FRESH_MS) return "";
  const run = await startSync(ctx, { integrationId: ledger.id, trigger: "manual" });
  const ended = await waitForRun(ctx, run.id, WAIT_SECONDS);
  if (ended.state === "succeeded") return "";
  return ended.state === "failed" ? ended.message : `${name} didn't answer in time.`;
}
