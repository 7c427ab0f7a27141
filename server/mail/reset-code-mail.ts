import type { MailText } from "./queued-mail";

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
