import type { CalendarDate } from "@/lib/dates";
import { formatDate } from "@/lib/format-date";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { loadSettings } from "@/server/settings/company-settings";
import { notify } from "./notify";
import { summaryLine, summaryMail, type WeeklySummary } from "./summary-mail";
import { summarizedDays, summaryDue } from "./summary-week";
import { weeklyFigures } from "./weekly-figures";
import { MAIL_LIFETIME_SECONDS } from "./write-due-mails";

/** Older notifications are deleted. */
const KEPT_DAYS = 180;

/**
 * Writes a company's weekly summary if it is due at `at`: a notification and a mail for each member who
 * wants it. The same transaction records the Monday in the company's row, so concurrent workers write it once.
 */
export async function writeWeeklySummary(ctx: CompanyContext, at = new Date()): Promise<void> {
  const { company_name: companyName, date_format: format } = await loadSettings(ctx);
  const mailIds = await db(ctx).$transaction(async (tx) => {
    const monday = await claimMonday(tx, ctx, at);
    if (monday === null) return [];
    await deleteOld(tx, ctx);
    const days = summarizedDays(monday);
    const summary = {
      companyName,
      days: `${formatDate(days.from, format)} to ${formatDate(days.to, format)}`,
      figures: await weeklyFigures(tx, ctx, days),
    };
    return notifyMembers(tx, ctx, monday, summary);
  });
  for (const id of mailIds) await announceMail(id);
}

/** @returns null when the summary is not due, or another worker has claimed it. */
async function claimMonday(tx: Tx, ctx: CompanyContext, at: Date): Promise<CalendarDate | null> {
  const { companyId: id } = ctx;
  const company = await tx.company.findUniqueOrThrow({
    where: { id },
    include: { settings: { select: { timeZone: true } } },
  });
  const state = {
    timeZone: company.settings?.timeZone ?? DEFAULT_TIME_ZONE,
    createdAt: company.createdAt,
    summarizedOn: company.summarizedOn?.toISOString().slice(0, 10) ?? null,
  };
  const monday = summaryDue(state, at);
  if (monday === null) return null;
  const summarizedOn = new Date(monday);
  const { count } = await tx.company.updateMany({
    where: { id, OR: [{ summarizedOn: null }, { summarizedOn: { lt: summarizedOn } }] },
    data: { summarizedOn },
  });
  return count === 0 ? null : monday;
}

async function notifyMembers(
  tx: Tx,
  ctx: CompanyContext,
  monday: CalendarDate,
  summary: WeeklySummary,
): Promise<string[]> {
  const members = await tx.membership.findMany({
    where: { companyId: ctx.companyId, emailWeeklySummary: true },
    include: { user: { select: { email: true, emailVerifiedAt: true } } },
  });
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
  for (const { user } of members) {
    // An unproved address may be a stranger's.
    if (!user.emailVerifiedAt) continue;
    const mail = { to: user.email, ...summaryMail(summary) };
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
