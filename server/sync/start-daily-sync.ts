import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { enqueue } from "@/server/platform/queue/enqueue";
import type { DueDailySync } from "./due-daily-syncs";
import { insertRun, lockRuns } from "@/server/work/start-sync";

/**
 * Begins the daily sync of a day, unless another process just did: the day is claimed in the transaction
 * that writes the run. A sync that is under way anyway is the day's sync.
 */
export async function startDailySync(
  ctx: CompanyContext,
  { integrationId, day }: Pick<DueDailySync, "integrationId" | "day">,
): Promise<void> {
  const runId = await begin(ctx, integrationId, day);
  if (runId !== null) await enqueue("sync", { companyId: ctx.companyId, runId });
}

function begin(ctx: CompanyContext, integrationId: string, day: string): Promise<string | null> {
  return db(ctx).$transaction(async (tx) => {
    const active = await lockRuns(tx, ctx, integrationId);
    if (!(await claimDay(tx, ctx, integrationId, day)) || active) return null;
    return (await insertRun(tx, ctx, { integrationId, trigger: "daily" })).id;
  });
}

/** The first sync of the day, or the next attempt of a failed one. Missed days are not made up. */
async function claimDay(
  tx: Tx,
  { companyId }: CompanyContext,
  id: string,
  day: string,
): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    UPDATE integrations SET daily_on = ${day}::date, daily_retry_at = NULL,
      daily_attempts = CASE WHEN daily_on = ${day}::date THEN daily_attempts + 1 ELSE 1 END
    WHERE company_id = ${companyId}::uuid AND id = ${id}::uuid AND status = 'connected'
      AND (daily_on IS NULL OR daily_on < ${day}::date
        OR (daily_on = ${day}::date AND daily_retry_at IS NOT NULL))`;
  return claimed > 0;
}
