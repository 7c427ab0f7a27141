import { systemContext } from "@/server/platform/company-id";
import { dueSyncRequests, startRequestedSync } from "@/server/sync/webhooks/sync-requests";

/** Starts the syncs that webhooks requested. */
export async function sweepWebhooks(atOnce: number): Promise<void> {
  for (const { companyId, integrationId } of await dueSyncRequests(atOnce)) {
    await startRequestedSync(systemContext(companyId), integrationId);
  }
}
