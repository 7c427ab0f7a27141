import { systemContext } from "@/server/auth/company-id";
import { keepAlive } from "@/server/integrations/keep-alive";
import type { JobData } from "@/server/jobs/definitions";

export function handleKeepAlive({ companyId, provider }: JobData<"keep-alive">): Promise<void> {
  return keepAlive(systemContext(companyId), provider);
}
