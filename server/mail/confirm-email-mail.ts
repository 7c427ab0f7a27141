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
