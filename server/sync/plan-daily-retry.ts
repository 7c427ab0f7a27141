import type { SyncRun } from "@/generated/prisma/client";
import { backoffMs } from "@/lib/backoff";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** On one day, the first one included. */
export const MAX_DAILY_ATTEMPTS = 4;
const PAUSE = { firstMs: 30 * 60_000, longestMs: 4 * 3_600_000 };

/** A daily sync that failed is tried again later the same day, a few times. */
export async function planDailyRetry(tx: Tx, ctx: CompanyContext, run: SyncRun): Promise<void> {
  if (run.trigger !== "daily") return;
  const key = { companyId: ctx.companyId, id: run.integrationId };
  const { dailyAttempts } = await tx.integration.findUniqueOrThrow({
    where: { companyId_id: key },
  });
  if (dailyAttempts >= MAX_DAILY_ATTEMPTS) return;
  await tx.integration.updateMany({
    where: { ...key, dailyAttempts },
    data: { dailyRetryAt: new Date(Date.now() + backoffMs(Math.max(1, dailyAttempts), PAUSE)) },
  });
}
