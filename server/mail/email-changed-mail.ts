import { getEnv } from "@/server/platform/env";
import type { MailText } from "./queued-mail";

/** Notifies an account's previous address that it was replaced. */
export function emailChangedMail(username: string, at: Date): MailText {
  const time = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: "Your email address was changed",
    text: `The email address of your Deposit Matcher account ${username} was changed on ${time}.
We'll no longer send email about it to this address.

If this wasn't you, sign in with your username, change your password and restore your address:
${getEnv().APP_URL}/settings
`,
  };
}
