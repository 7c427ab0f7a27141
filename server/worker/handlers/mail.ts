import { deliverMail } from "@/server/notifications/deliver-mail";
import type { JobData } from "@/server/queue/definitions";

export function handleMail(data: JobData<"mail">): Promise<void> {
  return deliverMail(data.mailId);
}
