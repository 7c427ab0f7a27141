import type { CalendarDate } from "@/lib/dates";
import { DATE_FORMATS, formatDate } from "@/lib/format-date";
import { loadNeeds } from "@/server/overview/load-needs";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import { claimWeek } from "@/server/notifications/claim-week";
import { summarizedDays } from "@/server/notifications/summary-week";
import { MAIL_LIFETIME_SECONDS } from "@/server/notifications/write-due-mails";
import { mintCompanyId } from "@/server/platform/company-id";
import { db, type Tx } from "@/server/platform/db";
import { byNeed } from "../by-need";
import { companiesMail, type SummarizedCompany } from "./companies-mail";
import { findReaders, type Reader } from "./find-readers";
import { loadWeeks } from "./load-weeks";
import { mondayOf } from "./monday-of";

/**
 * Mails a user the weekly summary of all companies whose summary they want, if it is due at `at`. The same transaction
 * claims the week for them, so concurrent workers mail it once.
 */
export async function writeCompaniesSummary(userId: number, at = new Date()): Promise<void> {
  const [reader] = await findReaders(at, userId);
  const monday = reader && mondayOf(reader, at);
  if (!reader || !monday) return;
  const read = await readCompanies(reader, monday);
  const mailId = await db("accounts").$transaction(async (tx) => {
    const isOurs = (await claimWeek(tx, monday, [userId])).has(userId);
    if (!isOurs) return null;
    const companies = await stillWanted(tx, userId, read);
    if (companies.length === 0) return null;
    const mail = companiesMail(daysText(reader, monday), companies);
    const lifetime = { lifetimeSeconds: MAIL_LIFETIME_SECONDS };
    return queueMail(tx, { to: reader.email, ...mail }, lifetime);
  });
  if (mailId !== null) await announceMail(mailId);
}

/** The most urgent first. In two statements, however many companies there are. */
async function readCompanies(reader: Reader, monday: CalendarDate): Promise<SummarizedCompany[]> {
  const [first, ...others] = reader.companies.map(({ id }) => id);
  if (first === undefined) return [];
  const names = new Map(reader.companies.map(({ id, name }) => [id, name]));
  const needs = await loadNeeds({ companyId: mintCompanyId(first) }, [first, ...others]);
  const weeks = await loadWeeks([first, ...others], summarizedDays(monday));
  return needs
    .map((each) => ({ ...each, name: names.get(each.id) ?? "" }))
    .sort(byNeed)
    .map(({ id, name, not_posted, ending, suggested, undecided, pending }) => {
      const { posted = 0, sums = [] } = weeks.get(id) ?? {};
      return { id, name, not_posted, ending, suggested, undecided, pending, posted, sums };
    });
}

/** Without the companies that the user has left, or whose summary they have switched off, while these were read. */
async function stillWanted(
  tx: Tx,
  userId: number,
  companies: SummarizedCompany[],
): Promise<SummarizedCompany[]> {
  const wanted = await tx.membership.findMany({
    where: { userId, emailWeeklySummary: true },
    select: { companyId: true },
  });
  const ids = new Set(wanted.map(({ companyId }) => companyId));
  return companies.filter(({ id }) => ids.has(id));
}

function daysText({ companies }: Reader, monday: CalendarDate): string {
  const format = companies[0]?.dateFormat ?? DATE_FORMATS[0];
  const { from, to } = summarizedDays(monday);
  return `${formatDate(from, format)} to ${formatDate(to, format)}`;
}
