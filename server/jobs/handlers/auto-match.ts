import { systemContext } from "@/server/auth/company-id";
import type { JobData } from "@/server/jobs/definitions";
import { autoMatchAfterSync } from "@/server/matches/auto-match-after-sync";

export function handleAutoMatch(data: JobData<"auto-match">): Promise<void> {
  return autoMatchAfterSync(systemContext(data.companyId));
}
