import type { Membership, Notification, NotificationKind } from "@/generated/prisma/client";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { notificationsMail } from "./notifications-mail";

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

/** @returns the mail's id; null when the user has turned off everything that was queued, or has not proved the address. */
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
      user: { select: { email: true, emailVerifiedAt: true } },
      company: { select: { id: true, name: true } },
    },
  });
  const waiting = await tx.notification.updateManyAndReturn({
    where: { ...key, mailed: false },
    data: { mailed: true },
  });
  // An unproved address may be a stranger's.
  if (!member.user.emailVerifiedAt) return null;
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
