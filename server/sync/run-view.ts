import type { Provider, SyncRun as Row } from "@/generated/prisma/client";
import type { SyncRun } from "@/lib/contracts/integrations";
import { WIRE_TYPE } from "@/server/integrations/list";

/** A sync run as the screens follow it. */
export function toRunView(row: Row, provider: Provider): SyncRun {
  return {
    id: row.id,
    integration_type: WIRE_TYPE[provider],
    state: row.state,
    stage: row.stage,
    done: row.done,
    total: row.total,
    message: row.message,
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
