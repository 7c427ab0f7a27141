import { apiTokensInWords } from "@/lib/own-api-tokens";
import { getEnv } from "@/server/platform/env";
import type { MailText } from "./queued-mail";

/** The mail with the link that proves an address. It may reach a stranger, so nothing in it is a user's text. */
export function confirmEmailMail(token: string, days: number): MailText {
  return {
    subject: "Confirm your email address",
    text: `This address was entered for a Deposit Matcher account. If the account is yours, confirm the address:

${getEnv().APP_URL}/confirm-email/${token}

The link works once, for ${days} days. You need to be signed in to the account.

Not yours? Ignore this email. Until the address is confirmed it gets nothing but such links and
reset codes, and only when somebody asks for them.
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

interface AtNewPassword {
  /** What the reset removed, because it had been set up before the address was proved. */
  removed?: string[];
  /** API tokens that the account made and that keep working: "Payroll export (Rosewood Studio)". */
  apiTokens?: string[];
}

/** Notifies the account's owner of a new password and says what to do when they did not change it. */
export function passwordChangedMail(
  username: string,
  at: Date,
  { removed = [], apiTokens = [] }: AtNewPassword = {},
): MailText {
  const time = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: "Your password was changed",
    text: `The password of your Deposit Matcher account was changed, and all other
sessions were signed out.

Account: ${username}
Time: ${time}
${removedText(removed)}${tokensText(apiTokens)}
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

function tokensText(apiTokens: string[]): string {
  if (apiTokens.length === 0) return "";
  return `
${apiTokensInWords(apiTokens)}
If you don't know them all, sign in and revoke them:
${getEnv().APP_URL}/settings?tab=security
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
