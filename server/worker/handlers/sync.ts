import { systemContext } from "@/server/platform/company-id";
import type { JobData } from "@/server/platform/queue/definitions";
import { runSync } from "@/server/sync/run-sync";

export function handleSync(data: JobData<"sync">): Promise<void> {
  return runSync(systemContext(data.companyId), data.runId);
}
