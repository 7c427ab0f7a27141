import type { Membership, User } from "@/generated/prisma/client";
import type { CalendarDate } from "@/lib/dates";
import { writeDay } from "@/lib/format-date";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { loadSettings } from "@/server/work/load-settings";
import { notify } from "./notify";
import { summaryLine, summaryMail, type WeeklySummary } from "./summary-mail";
import { claimWeek, summarizedDays, summaryDue, weeklyFigures } from "./week";
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
      include: { user: { select: { email: true, emailVerifiedAt: true, disabledAt: true } } },
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
      days: `${writeDay(days.from, format)} to ${writeDay(days.to, format)}`,
      figures: await weeklyFigures(tx, ctx, days),
    };
    return notifyMembers(tx, ctx, { monday, summary, members, mailed });
  });
  for (const id of mailIds) await announceMail(id);
}

type Member = Membership & { user: Pick<User, "email" | "emailVerifiedAt" | "disabledAt"> };

/** An unproved address may be a stranger's. */
function isMailed({ userId, user }: Member, several: ReadonlySet<number>): boolean {
  return user.emailVerifiedAt !== null && user.disabledAt === null && !several.has(userId);
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

interface Candidate {
  id: string;
  created_at: Date;
  summarized_on: string | null;
  time_zone: string | null;
}

/** The companies that should get their weekly summary at `at`. */
export async function dueSummaries(at: Date): Promise<string[]> {
  // Monday begins at most 14 hours before it does in UTC; before that there is nothing to look at.
  const candidates = await db("jobs").$queryRaw<Candidate[]>`
    SELECT c.id, c.created_at, c.summarized_on::text, s.time_zone
    FROM companies c LEFT JOIN company_settings s ON s.company_id = c.id
    WHERE c.summarized_on IS NULL
      OR c.summarized_on + 7 <= ((${at}::timestamptz AT TIME ZONE 'UTC') + interval '14 hours')::date`;
  return candidates
    .filter((company) => {
      const state = {
        timeZone: company.time_zone ?? DEFAULT_TIME_ZONE,
        createdAt: company.created_at,
        summarizedOn: company.summarized_on,
      };
      return summaryDue(state, at) !== null;
    })
    .map(({ id }) => id);
}

/**
 * The members who want the weekly summary of this company and of others: they get one mail about all of them
 * (server/accounts/people/companies-summary.ts), at the hour of their own clocks.
 */
async function readersOfSeveral({ companyId }: CompanyContext): Promise<Set<number>> {
  // Not in the company's scope, which doesn't see their other companies.
  const rows = await db("accounts").$queryRaw<{ user_id: number }[]>`
    SELECT m.user_id FROM memberships m
    WHERE m.email_weekly_summary AND m.user_id IN (
      SELECT own.user_id FROM memberships own
      WHERE own.company_id = ${companyId}::uuid AND own.email_weekly_summary)
    GROUP BY m.user_id HAVING count(*) > 1`;
  return new Set(rows.map(({ user_id }) => user_id));
}
