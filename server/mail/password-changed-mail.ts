import { getEnv } from "@/server/env";
import type { MailText } from "./queued-mail";

/** Tells the owner of an account about a new password, and what to do when it was not them. */
export function passwordChangedMail(username: string, at: Date): MailText {
  const time = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: "Your password was changed",
    text: `The password of your Deposit Matcher account was changed, and all other
sessions were signed out.

Account: ${username}
Time: ${time}

If it was not you, choose a new password at once:
${getEnv().APP_URL}/forgot-password
`,
  };
}
