import { systemContext } from "@/server/auth/company-id";
import type { JobData } from "@/server/jobs/definitions";
import { writeDueMails } from "@/server/notifications/write-due-mails";

export function handleNotificationMails(data: JobData<"notification-mails">): Promise<void> {
  return writeDueMails(systemContext(data.companyId));
}
