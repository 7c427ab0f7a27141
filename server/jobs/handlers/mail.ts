import type { JobData } from "@/server/jobs/definitions";
import { deliverMail } from "@/server/notifications/deliver-mail";

export function handleMail(data: JobData<"mail">): Promise<void> {
  return deliverMail(data.mailId);
}
