import { deliverMail } from "@/server/mail/deliver-mail";
import type { JobData } from "@/server/platform/queue/definitions";

export function handleMail(data: JobData<"mail">): Promise<void> {
  return deliverMail(data.mailId);
}
