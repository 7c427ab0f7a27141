import { randomUUID } from "node:crypto";
import { getEnv } from "@/server/platform/env";
import { sendMail } from "./deliver-mail";
import { noteMailOutcome, reasonOf } from "./mail-outcomes";

/**
 * Sends a mail at once, past the outbox, so that the answer says whether the mail server took it.
 * @returns what happened, in a sentence.
 */
export async function sendTestMail(to: string): Promise<{ sent: boolean; message: string }> {
  const { SMTP_URL, APP_URL } = getEnv();
  const text = `This mail was sent from ${APP_URL}, to see whether mails arrive. They do.`;
  try {
    await sendMail({ id: randomUUID(), to, subject: "Test mail from Deposit Matcher", text });
  } catch (error) {
    await noteMailOutcome(error);
    return { sent: false, message: `The mail wasn't sent: ${reasonOf(error)}` };
  }
  if (SMTP_URL === undefined) {
    return {
      sent: false,
      message: "SMTP_URL isn't set, so the mail was kept as a file in DATA_DIR/mail.",
    };
  }
  await noteMailOutcome();
  return { sent: true, message: `The mail server took a mail to ${to}. Look whether it arrives.` };
}
