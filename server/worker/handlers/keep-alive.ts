import { keepAlive } from "@/server/connections/keep-alive";
import { systemContext } from "@/server/platform/company-id";
import type { JobData } from "@/server/platform/queue/definitions";

export function handleKeepAlive({ companyId, provider }: JobData<"keep-alive">): Promise<void> {
  return keepAlive(systemContext(companyId), provider);
}
