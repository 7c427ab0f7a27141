import type { Notification } from "@/generated/prisma/client";
import type { MailText } from "@/server/mail/queued-mail";
import { type MailBlock, richMail } from "@/server/mail/rich-mail";

/** More than this nobody reads in a mail. */
const MOST = 15;

type Told = Pick<Notification, "title" | "body" | "link">;

export const TURN_OFF = {
  label: "Choose what comes by email",
  path: "/settings?tab=notifications",
};

/** One mail about everything that waits to be told, what matters most first. */
export function notificationsMail(companyName: string, told: Told[]): MailText {
  const rest = told.length - MOST;
  const blocks = told.slice(0, MOST).map(({ title, body, link }): MailBlock => {
    return { title, text: body, link: link === "" ? null : { label: "Open", path: link } };
  });
  if (rest > 0) blocks.push({ text: `And ${rest} more, in the notifications of Deposit Matcher.` });
  return {
    subject: subjectOf(told),
    ...richMail(companyName, blocks, {
      text: "You get this email because your notification settings say so.",
      link: TURN_OFF,
    }),
  };
}

function subjectOf(told: Told[]): string {
  const [first] = told;
  if (!first) throw new Error("A mail needs something to tell");
  return told.length === 1 ? first.title : `${first.title}, and ${told.length - 1} more`;
}
