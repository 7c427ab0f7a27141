import { systemContext } from "@/server/auth/company-id";
import { log } from "@/server/logger";
import { dueDailySyncs } from "@/server/sync/due-daily-syncs";
import { startDailySync } from "@/server/sync/start-daily-sync";

/** Starts the daily syncs whose hour has come, or came while nothing was running. */
export async function sweepDailySyncs(atOnce: number, at = new Date()): Promise<void> {
  for (const due of await dueDailySyncs(at, atOnce)) {
    await startDailySync(systemContext(due.companyId), due).catch((error: unknown) =>
      // One company's trouble is not the others'.
      log().error({ integrationId: due.integrationId, error }, "daily sync not started"),
    );
  }
}
