import { getEnv } from "@/server/platform/env";
import type { MailText } from "./queued-mail";

/** The mail with the link that proves an address. It may reach a stranger, so nothing in it is a user's text. */
export function confirmEmailMail(token: string, days: number): MailText {
  return {
    subject: "Confirm your email address",
    text: `This address was entered for a Deposit Matcher account. If the account is yours, confirm the address:

${getEnv().APP_URL}/confirm-email/${token}

The link works once, for ${days} days. You need to be signed in to the account.

Not yours? Ignore this email: we'll send nothing else about the account to this address.
`,
  };
}

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
was removed, since it could have been someone else's: ${removed.join(", ")}.
Set it up again in Settings and Integrations.
`;
}

/** The code is only in the text: locked screens show subjects. */
export function resetCodeMail(code: string, minutes: number): MailText {
  return {
    subject: "Your password reset code",
    text: `Your Deposit Matcher password reset code:

${code}

It expires in ${minutes} minutes and works only in the browser where you requested it.
We'll never ask you for it.

Didn't request it? Ignore this email. Your password hasn't changed.
`,
  };
}
