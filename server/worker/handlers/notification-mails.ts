import { writeDueMails } from "@/server/notifications/write-due-mails";
import { systemContext } from "@/server/platform/company-id";
import type { JobData } from "@/server/platform/queue/definitions";

export function handleNotificationMails(data: JobData<"notification-mails">): Promise<void> {
  return writeDueMails(systemContext(data.companyId));
}
