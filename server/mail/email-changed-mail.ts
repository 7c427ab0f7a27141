import { getEnv } from "@/server/env";
import type { MailText } from "./queued-mail";

/** Tells the old address of an account that another one took its place. */
export function emailChangedMail(username: string, at: Date): MailText {
  const time = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: "Your email address was changed",
    text: `The email address of your Deposit Matcher account ${username} was changed on ${time}. This address
gets no more mail about it.

If it was not you, log in with your username, change your password, and put your address back:
${getEnv().APP_URL}/settings
`,
  };
}
