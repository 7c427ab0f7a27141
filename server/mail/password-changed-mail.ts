import { getEnv } from "@/server/platform/env";
import type { MailText } from "./queued-mail";

/**
 * Notifies the account's owner of a new password and says what to do when they did not change it.
 * @param removed what the reset removed, because it had been set up before the address was proved.
 */
export function passwordChangedMail(username: string, at: Date, removed: string[] = []): MailText {
  const time = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: "Your password was changed",
    text: `The password of your Deposit Matcher account was changed, and all other
sessions were signed out.

Account: ${username}
Time: ${time}
${removedText(removed)}
If this wasn't you, choose a new password now:
${getEnv().APP_URL}/forgot-password
`,
  };
}

function removedText(removed: string[]): string {
  if (removed.length === 0) return "";
  return `
This was the first time that the account's email address was confirmed. What had been set up before
was removed, since it could have been somebody else's: ${removed.join(", ")}.
Set it up again in Settings and Integrations.
`;
}
