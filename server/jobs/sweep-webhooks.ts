import { systemContext } from "@/server/auth/company-id";
import {
  dueSyncRequests,
  startRequestedSync,
  sweepWebhookEvents,
} from "@/server/webhooks/sync-requests";

/** Begins the syncs that webhooks asked for, and forgets old events. */
export async function sweepWebhooks(atOnce: number): Promise<void> {
  for (const { companyId, integrationId } of await dueSyncRequests(atOnce)) {
    await startRequestedSync(systemContext(companyId), integrationId);
  }
  await sweepWebhookEvents();
}
