import { writeCompaniesSummary } from "@/server/people/summaries/write-companies-summary";
import type { JobData } from "@/server/queue/definitions";

export function handleCompaniesSummary(data: JobData<"companies-summary">): Promise<void> {
  return writeCompaniesSummary(data.userId);
}
