import type { MailText } from "./queued-mail";

/** The code stands in the text alone: subjects are shown on locked screens. */
export function resetCodeMail(code: string, minutes: number): MailText {
  return {
    subject: "Your password reset code",
    text: `Your code to reset the password of Deposit Matcher:

${code}

It works for ${minutes} minutes, on the page where you asked for it.
Nobody from Deposit Matcher will ever ask you for it.

If it was not you who asked, ignore this mail: your password stays as
it is.
`,
  };
}
