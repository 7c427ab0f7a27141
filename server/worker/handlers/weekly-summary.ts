import { writeWeeklySummary } from "@/server/notifications/write-weekly-summary";
import { systemContext } from "@/server/platform/company-id";
import type { JobData } from "@/server/platform/queue/definitions";

export function handleWeeklySummary(data: JobData<"weekly-summary">): Promise<void> {
  return writeWeeklySummary(systemContext(data.companyId));
}
