import { keepAlive } from "@/server/integrations/keep-alive";
import { systemContext } from "@/server/platform/company-id";
import type { JobData } from "@/server/queue/definitions";

export function handleKeepAlive({ companyId, provider }: JobData<"keep-alive">): Promise<void> {
  return keepAlive(systemContext(companyId), provider);
}
