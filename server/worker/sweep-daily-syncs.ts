import { systemContext } from "@/server/platform/company-id";
import { log } from "@/server/platform/logger";
import { dueDailySyncs } from "@/server/sync/due-daily-syncs";
import { startDailySync } from "@/server/sync/start-daily-sync";

/** Starts the daily syncs that are due, including those missed while no worker ran. */
export async function sweepDailySyncs(atOnce: number, at = new Date()): Promise<void> {
  for (const due of await dueDailySyncs(at, atOnce)) {
    await startDailySync(systemContext(due.companyId), due).catch((error: unknown) =>
      // One company's failure must not stop the others.
      log().error({ integrationId: due.integrationId, error }, "daily sync not started"),
    );
  }
}
