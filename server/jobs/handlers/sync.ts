import { systemContext } from "@/server/auth/company-id";
import type { JobData } from "@/server/jobs/definitions";
import { runSync } from "@/server/sync/run-sync";

export function handleSync(data: JobData<"sync">): Promise<void> {
  return runSync(systemContext(data.companyId), data.runId);
}
