import { systemContext } from "@/server/platform/company-id";
import type { JobData } from "@/server/platform/queue/definitions";
import { autoMatchAfterSync } from "@/server/sync/auto-match-after-sync";

export function handleAutoMatch(data: JobData<"auto-match">): Promise<void> {
  return autoMatchAfterSync(systemContext(data.companyId));
}
