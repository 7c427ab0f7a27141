import type {
  Company,
  Membership,
  Notification,
  NotificationKind,
} from "@/generated/prisma/client";
import { announceMail, type MailText, queueMail } from "@/server/mail/queued-mail";
import { type MailBlock, type MailLink, richMail } from "@/server/mail/rich-mail";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { companyLink } from "./week";

export const MAIL_LIFETIME_SECONDS = 3 * 24 * 3_600;

/**
 * Writes the mails that are due in a company: one to each user, about everything since the last one.
 * The request, the mail and the mark on its notifications change together, so that nothing is mailed twice.
 */
export async function writeDueMails(ctx: CompanyContext): Promise<void> {
  for (;;) {
    const written = await db(ctx).$transaction((tx) => writeNext(tx, ctx));
    if (written === "none due") return;
    if (written !== null) await announceMail(written);
  }
}

/**
 * @returns the mail's id; null when the user has turned off everything that was queued, has not proved the address, or
 * is disabled.
 */
async function writeNext(tx: Tx, ctx: CompanyContext): Promise<string | null | "none due"> {
  const { companyId } = ctx;
  const [due] = await tx.$queryRaw<{ user_id: number }[]>`
    UPDATE notification_mails SET due_at = NULL
    WHERE company_id = ${companyId}::uuid AND user_id = (
      SELECT user_id FROM notification_mails
      WHERE company_id = ${companyId}::uuid AND due_at <= now()
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING user_id`;
  if (!due) return "none due";
  const key = { companyId, userId: due.user_id };
  const member = await tx.membership.findUniqueOrThrow({
    where: { companyId_userId: key },
    include: {
      user: { select: { email: true, emailVerifiedAt: true, disabledAt: true } },
      company: { select: { id: true, name: true } },
    },
  });
  const waiting = await tx.notification.updateManyAndReturn({
    where: { ...key, mailed: false },
    data: { mailed: true },
  });
  // An unproved address may be a stranger's.
  if (!member.user.emailVerifiedAt || member.user.disabledAt) return null;
  const wanted = waiting.filter(({ kind }) => wants(member, kind)).sort(byWeight);
  if (wanted.length === 0) return null;
  await tx.notificationMail.update({
    where: { companyId_userId: key },
    data: { sentAt: new Date() },
  });
  const mail = { to: member.user.email, ...notificationsMail(member.company, wanted) };
  return queueMail(tx, mail, { lifetimeSeconds: MAIL_LIFETIME_SECONDS });
}

function wants(member: Membership, kind: NotificationKind): boolean {
  const wish: Record<NotificationKind, boolean> = {
    match: member.emailMatches,
    suggestion: member.emailSuggestions,
    issue: member.emailIssues,
    summary: false,
  };
  return wish[kind];
}

const WEIGHT: NotificationKind[] = ["issue", "suggestion", "match", "summary"];

/** Issues first, then the newest. */
function byWeight(a: Notification, b: Notification): number {
  const weight = WEIGHT.indexOf(a.kind) - WEIGHT.indexOf(b.kind);
  return weight || b.createdAt.getTime() - a.createdAt.getTime();
}

const LABELS: readonly [begin: string, label: string][] = [
  ["/transaction/", "Open this payout"],
  ["/transactions?status=matched", "See the payouts that aren't posted"],
  ["/transactions?status=pending", "See the pending payouts"],
  ["/transactions", "See the payouts"],
  ["/integrations", "Open Integrations"],
  ["/dashboard", "Review on the dashboard"],
  ["/settings", "Open Settings"],
];

/** What a link of a mail is called: by the page that it opens. @param path inside the product */
function linkLabel(path: string): string {
  return LABELS.find(([begin]) => path.startsWith(begin))?.[1] ?? "Open Deposit Matcher";
}

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
function notificationsMail(
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
