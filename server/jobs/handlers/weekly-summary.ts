import { systemContext } from "@/server/auth/company-id";
import type { JobData } from "@/server/jobs/definitions";
import { writeWeeklySummary } from "@/server/notifications/weekly-summary";

export function handleWeeklySummary(data: JobData<"weekly-summary">): Promise<void> {
  return writeWeeklySummary(systemContext(data.companyId));
}
