import { systemContext } from "@/server/platform/company-id";
import { postDeposit } from "@/server/posting/post-deposit";
import type { JobData } from "@/server/platform/queue/definitions";

export function handlePost(data: JobData<"post">): Promise<void> {
  return postDeposit(systemContext(data.companyId), data.postingId);
}
