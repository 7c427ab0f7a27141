import type { SyncRun as Row } from "@/generated/prisma/client";
import type { SyncRun } from "@/lib/contracts/integrations";
import { connectable, type ProviderId } from "@/lib/providers/list";

/** A sync run as the screens follow it. */
export function toRunView(row: Row, provider: ProviderId): SyncRun {
  return {
    id: row.id,
    connection_id: row.integrationId,
    integration_type: connectable(provider).wire,
    state: row.state,
    stage: row.stage,
    done: row.done,
    total: row.total,
    message: row.message,
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
