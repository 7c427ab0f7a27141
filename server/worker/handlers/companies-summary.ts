import { writeCompaniesSummary } from "@/server/accounts/people/summaries/write-companies-summary";
import type { JobData } from "@/server/platform/queue/definitions";

export function handleCompaniesSummary(data: JobData<"companies-summary">): Promise<void> {
  return writeCompaniesSummary(data.userId);
}
