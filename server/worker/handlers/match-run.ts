import { systemContext } from "@/server/platform/company-id";
import type { JobData } from "@/server/queue/definitions";
import { runMatchRun } from "@/server/suggestions/run-match-run";

export function handleMatchRun(data: JobData<"match-run">): Promise<void> {
  return runMatchRun(systemContext(data.companyId), data.runId);
}
