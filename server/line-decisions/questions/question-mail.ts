import { QUESTION_DAYS } from "@/lib/contracts/values/questions";
import type { CalendarDate } from "@/lib/dates";
import { dayInWords } from "@/lib/line-about";
import type { MailText } from "@/server/mail/queued-mail";
import { richMail } from "@/server/mail/rich-mail";
import { plainName } from "@/server/mail/plain-name";

/**
 * The mail with the link of a question. Its recipient may be a stranger: of what users wrote it has names alone, as
 * {@link plainName} leaves them. The question is on the page.
 */
export function questionMail({
  company,
  asker,
  amount,
  date,
  token,
}: {
  company: string;
  asker: string;
  /** "64.50 USD" */
  amount: string;
  date: CalendarDate;
  token: string;
}): MailText {
  const from = plainName(company) || "A company";
  const name = plainName(asker);
  const who = name === "" || name === from ? from : `${name} of ${from}`;
  const body = `${who} asks you about a payment of ${amount} on ${dayInWords(date)}. Answering takes a minute and no account.`;
  return {
    subject: "A question about a payment",
    ...richMail(
      "A question about a payment",
      [
        { text: body },
        {
          title: "Read the question and answer it here",
          text: `The link works once, for ${QUESTION_DAYS} days. It shows this one payment.`,
          link: { label: "Read the question", path: `/question#${token}` },
        },
      ],
      {
        text: `You get this email because your address was entered in Deposit Matcher. If you don't know ${from}, ignore it, or open the link to get no more.`,
        link: { label: "Privacy", path: "/privacy" },
      },
    ),
  };
}
