import { Prisma } from "@/generated/prisma/client";
import { countNeeds, type NeedCounts, needTexts } from "@/lib/company-needs";
import { counted } from "@/lib/counted";
import type { CalendarDate } from "@/lib/dates";
import { DATE_FORMATS, type DateFormat, writeDay } from "@/lib/format-date";
import { DEFAULT_TIME_ZONE, localClock } from "@/lib/time-zones";
import { announceMail, type MailText, queueMail } from "@/server/mail/queued-mail";
import { type MailCell, richMail } from "@/server/mail/rich-mail";
import {
  claimWeek,
  companyLink,
  summarizedDays,
  summaryDue,
  sumText,
} from "@/server/notifications/week";
import { MAIL_LIFETIME_SECONDS } from "@/server/notifications/write-due-mails";
import { loadNeeds } from "@/server/overview/read-queue";
import { mintCompanyId } from "@/server/platform/company-id";
import { db, type Tx } from "@/server/platform/db";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { byNeed } from "./companies";

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
    .map(({ id, name, not_posted, ending, suggested, to_decide }) => {
      const { posted = 0, sums = [] } = weeks.get(id) ?? {};
      return { id, name, not_posted, ending, suggested, to_decide, posted, sums };
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
  return `${writeDay(from, format)} to ${writeDay(to, format)}`;
}

/** Rows of the table: those who have more look at the page. */
const MAX_SHOWN = 40;

interface SummarizedCompany extends NeedCounts, Omit<Week, "id"> {
  id: string;
  name: string;
}

/**
 * One mail about the week in several companies: what needs the reader, and what was posted.
 * @param days the first and the last day, as the reader's first company writes dates
 * @param companies the most urgent first
 */
function companiesMail(days: string, companies: readonly SummarizedCompany[]): MailText {
  const needing = companies.filter((company) => countNeeds(company) > 0).length;
  const posted = companies.reduce((total, company) => total + company.posted, 0);
  const needs = needing === 1 ? "1 company needs" : `${needing} companies need`;
  const rest = companies.length - MAX_SHOWN;
  return {
    subject: `Your week: ${counted(posted, "deposit")} posted, ${needs} you`,
    ...richMail(
      "All companies",
      [
        { text: `Deposits from ${days}` },
        {
          rows: [
            ["Company", "To do", "Posted"],
            ...companies.slice(0, MAX_SHOWN).map((company) => rowOf(company)),
          ],
        },
        ...(rest > 0 ? [{ text: `And ${rest} more in Deposit Matcher.` }] : []),
        {
          title:
            needing === 0 ? "Nothing to review." : `${needing} of ${companies.length} to review.`,
          text: "",
          link: { label: "Open All companies", path: "/companies" },
        },
      ],
      {
        text: "You get this email every Monday because you want the weekly summary of these companies. Each has its own setting.",
        link: { label: "Change email notifications", path: "/settings?tab=notifications" },
      },
    ),
  };
}

function rowOf({ id, name, posted, sums, ...needs }: SummarizedCompany): MailCell[] {
  const toDo = needTexts(needs).map(({ text }) => text);
  const amounts = sums.map(({ currency, amount }) => sumText(Number(amount), currency));
  return [
    { label: name, path: companyLink("/dashboard", id) },
    toDo.length === 0 ? "Nothing" : toDo.join(", "),
    posted === 0 ? "0" : `${posted}: ${amounts.join(", ")}`,
  ];
}

/** The users who should get the weekly summary of their companies at `at`. */
export async function dueReaders(at: Date): Promise<number[]> {
  const readers = await findReaders(at);
  return readers.filter((reader) => mondayOf(reader, at) !== null).map(({ id }) => id);
}

/** A user who wants the weekly summary of several companies, with a proved address. */
interface Reader {
  id: number;
  email: string;
  createdAt: Date;
  /** Their own; null: that of their first company. */
  timeZone: string | null;
  summarizedOn: CalendarDate | null;
  /** Those whose summary they want, in the order in which they joined them. */
  companies: { id: string; name: string; timeZone: string; dateFormat: DateFormat }[];
}

/**
 * Users who may be due at `at`; those who certainly aren't are left out.
 * @param userId only this one
 */
function findReaders(at: Date, userId?: number): Promise<Reader[]> {
  const only = userId === undefined ? Prisma.empty : Prisma.sql`AND u.id = ${userId}::int`;
  // Monday begins at most 14 hours before it does in UTC; before that there is nothing to look at.
  return db("accounts").$queryRaw<Reader[]>`
    SELECT u.id, u.email, u.created_at AS "createdAt", u.time_zone AS "timeZone",
      u.summarized_on::text AS "summarizedOn",
      json_agg(json_build_object('id', c.id, 'name', c.name,
        'timeZone', coalesce(s.time_zone, ${DEFAULT_TIME_ZONE}), 'dateFormat', coalesce(s.date_format::text, ${DATE_FORMATS[0]}))
        ORDER BY m.created_at, m.company_id) AS companies
    FROM memberships m JOIN users u ON u.id = m.user_id
      JOIN companies c ON c.id = m.company_id
      LEFT JOIN company_settings s ON s.company_id = m.company_id
    WHERE m.email_weekly_summary AND u.email_verified_at IS NOT NULL ${only}
      AND (u.summarized_on IS NULL
        OR u.summarized_on + 7 <= ((${at}::timestamptz AT TIME ZONE 'UTC') + interval '14 hours')::date)
    GROUP BY u.id HAVING count(*) > 1`;
}

/** What a company posted in a week. */
interface Week {
  id: string;
  posted: number;
  sums: { currency: string; amount: string }[];
}

/**
 * The payouts of the days given that were posted, in each of `companyIds`, which the caller has found in a user's
 * memberships: one statement for all, each company read in its own scope (`company_week`).
 */
async function loadWeeks(
  companyIds: readonly [string, ...string[]],
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<Map<string, Week>> {
  const [rows] = await queryPrepared<[Week]>(
    { companyId: mintCompanyId(companyIds[0]) },
    Prisma.sql`
      SELECT asked.id::text AS id, w.posted, w.posted_sums AS sums
      FROM unnest(${companyIds}::uuid[]) AS asked(id),
        LATERAL company_week(asked.id, ${from}::date, ${to}::date) w`,
  );
  return new Map(rows.map((week) => [week.id, week]));
}

/**
 * The Monday whose summary a reader should get at `at`; null: none. At eight by their own clocks, but not before the
 * week is over in each of the companies: what is posted there on Sunday counts.
 */
function mondayOf(reader: Reader, at: Date): CalendarDate | null {
  const { timeZone, createdAt, summarizedOn, companies } = reader;
  const own = timeZone ?? companies[0]?.timeZone ?? DEFAULT_TIME_ZONE;
  const monday = summaryDue({ timeZone: own, createdAt, summarizedOn }, at);
  if (monday === null) return null;
  const isOver = companies.every((company) => localClock(at, company.timeZone).date >= monday);
  return isOver ? monday : null;
}
