import { systemContext } from "@/server/platform/company-id";
import type { JobData } from "@/server/platform/queue/definitions";
import { runMatchRun } from "@/server/matches/run-match-run";

export function handleMatchRun(data: JobData<"match-run">): Promise<void> {
  return runMatchRun(systemContext(data.companyId), data.runId);
}
