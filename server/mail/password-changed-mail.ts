import { getEnv } from "@/server/platform/env";
import type { MailText } from "./queued-mail";

/** Notifies the account's owner of a new password and says what to do when they did not change it. */
export function passwordChangedMail(username: string, at: Date): MailText {
  const time = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: "Your password was changed",
    text: `The password of your Deposit Matcher account was changed, and all other
sessions were signed out.

Account: ${username}
Time: ${time}

If this wasn't you, choose a new password now:
${getEnv().APP_URL}/forgot-password
`,
  };
}
