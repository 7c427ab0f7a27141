import type { Membership, User } from "@/generated/prisma/client";
import type { CalendarDate } from "@/lib/dates";
import { formatDate } from "@/lib/format-date";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { loadSettings } from "@/server/work/company-settings";
import { claimWeek } from "./claim-week";
import { notify } from "./notify";
import { readersOfSeveral } from "./readers-of-several";
import { summaryLine, summaryMail, type WeeklySummary } from "./summary-mail";
import { summarizedDays, summaryDue } from "./summary-week";
import { weeklyFigures } from "./weekly-figures";
import { MAIL_LIFETIME_SECONDS } from "./write-due-mails";

/** Older notifications are deleted. */
const KEPT_DAYS = 180;

/**
 * Writes a company's weekly summary if it is due at `at`: a notification for each member who wants it, and a mail for
 * those who want that of no other company. The same transaction records the Monday in the company's row, so concurrent
 * workers write it once.
 */
export async function writeWeeklySummary(ctx: CompanyContext, at = new Date()): Promise<void> {
  const { company_name: companyName, date_format: format } = await loadSettings(ctx);
  const several = await readersOfSeveral(ctx);
  const mailIds = await db(ctx).$transaction(async (tx) => {
    const monday = await dueMonday(tx, ctx, at);
    if (monday === null) return [];
    const members = await tx.membership.findMany({
      where: { companyId: ctx.companyId, emailWeeklySummary: true },
      include: { user: { select: { email: true, emailVerifiedAt: true } } },
    });
    // Users are locked before their company, as where a company is deleted.
    const mailed = await claimWeek(
      tx,
      monday,
      members.filter((member) => isMailed(member, several)).map(({ userId }) => userId),
    );
    if (!(await claimMonday(tx, ctx, monday))) return [];
    await deleteOld(tx, ctx);
    const days = summarizedDays(monday);
    const summary = {
      companyName,
      days: `${formatDate(days.from, format)} to ${formatDate(days.to, format)}`,
      figures: await weeklyFigures(tx, ctx, days),
    };
    return notifyMembers(tx, ctx, { monday, summary, members, mailed });
  });
  for (const id of mailIds) await announceMail(id);
}

type Member = Membership & { user: Pick<User, "email" | "emailVerifiedAt"> };

/** An unproved address may be a stranger's. */
function isMailed({ userId, user }: Member, several: ReadonlySet<number>): boolean {
  return user.emailVerifiedAt !== null && !several.has(userId);
}

/** @returns null when the summary is not due. */
async function dueMonday(
  tx: Tx,
  { companyId: id }: CompanyContext,
  at: Date,
): Promise<CalendarDate | null> {
  const company = await tx.company.findUniqueOrThrow({
    where: { id },
    include: { settings: { select: { timeZone: true } } },
  });
  const state = {
    timeZone: company.settings?.timeZone ?? DEFAULT_TIME_ZONE,
    createdAt: company.createdAt,
    summarizedOn: company.summarizedOn?.toISOString().slice(0, 10) ?? null,
  };
  return summaryDue(state, at);
}

/** @returns false when another worker has claimed it. */
async function claimMonday(
  tx: Tx,
  { companyId: id }: CompanyContext,
  monday: CalendarDate,
): Promise<boolean> {
  const summarizedOn = new Date(monday);
  const { count } = await tx.company.updateMany({
    where: { id, OR: [{ summarizedOn: null }, { summarizedOn: { lt: summarizedOn } }] },
    data: { summarizedOn },
  });
  return count > 0;
}

interface Written {
  monday: CalendarDate;
  summary: WeeklySummary;
  members: readonly Member[];
  /** Who gets it by mail too. */
  mailed: ReadonlySet<number>;
}

async function notifyMembers(
  tx: Tx,
  ctx: CompanyContext,
  { monday, summary, members, mailed }: Written,
): Promise<string[]> {
  const isNews = await notify(tx, ctx, {
    event: `summary:${monday}`,
    kind: "summary",
    title: `Your week: ${summary.days}`,
    body: summaryLine(summary),
    link: "/dashboard",
    userIds: members.map(({ userId }) => userId),
  });
  if (!isNews) return [];
  const mailIds: string[] = [];
  for (const { userId, user } of members) {
    if (!mailed.has(userId)) continue;
    const mail = { to: user.email, ...summaryMail(ctx.companyId, summary) };
    mailIds.push(await queueMail(tx, mail, { lifetimeSeconds: MAIL_LIFETIME_SECONDS }));
  }
  return mailIds;
}

async function deleteOld(tx: Tx, ctx: CompanyContext): Promise<void> {
  const old = {
    companyId: ctx.companyId,
    createdAt: { lt: new Date(Date.now() - KEPT_DAYS * 86_400_000) },
  };
  await tx.notification.deleteMany({ where: old });
  await tx.notificationEvent.deleteMany({ where: old });
}
