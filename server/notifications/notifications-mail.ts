import type { Company, Notification } from "@/generated/prisma/client";
import type { MailText } from "@/server/mail/queued-mail";
import { type MailBlock, type MailLink, richMail } from "@/server/mail/rich-mail";
import { companyLink } from "./company-link";
import { linkLabel } from "./link-label";

/** Of notifications in one mail; the rest are counted. */
const MAX_SHOWN = 15;

type Waiting = Pick<Notification, "title" | "body" | "link" | "kind">;

/** Where the company's notifications are chosen. */
export function turnOff(companyId: string): MailLink {
  return {
    label: "Change email notifications",
    path: companyLink("/settings?tab=notifications", companyId),
  };
}

/** One mail about all waiting notifications, in the order given. */
export function notificationsMail(
  { id, name: companyName }: Pick<Company, "id" | "name">,
  waiting: Waiting[],
): MailText {
  const rest = waiting.length - MAX_SHOWN;
  const blocks = waiting.slice(0, MAX_SHOWN).map(({ title, body, link }): MailBlock => {
    const path = companyLink(link, id);
    return { title, text: body, link: link === "" ? null : { label: linkLabel(link), path } };
  });
  if (rest > 0) blocks.push({ text: `And ${rest} more in Deposit Matcher.` });
  return {
    subject: subjectOf(companyName, waiting),
    ...richMail(companyName, blocks, {
      text: "You get this email because of your notification settings.",
      link: turnOff(id),
    }),
  };
}

/** What a user has to do counts; what went well is said only where nothing else is. */
function subjectOf(companyName: string, waiting: Waiting[]): string {
  const [first] = waiting;
  if (!first) throw new Error("A mail needs a notification");
  const toReview = waiting.filter(({ kind }) => kind === "issue" || kind === "suggestion").length;
  if (toReview > 1) return `${toReview} things to review at ${companyName}`;
  return waiting.length === 1 ? first.title : `${first.title}, and ${waiting.length - 1} more`;
}
