import { systemContext } from "@/server/auth/company-id";
import type { JobData } from "@/server/jobs/definitions";
import { postDeposit } from "@/server/posting/post-deposit";

export function handlePost(data: JobData<"post">): Promise<void> {
  return postDeposit(systemContext(data.companyId), data.postingId);
}
