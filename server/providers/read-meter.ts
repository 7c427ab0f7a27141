import { Prisma } from "@/generated/prisma/client";
import { keyedHash } from "@/server/platform/crypto/tokens";
import { db } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";
import type {
  ReadMeter,
  ReadsStopped,
  WantedRead,
} from "@/server/providers/quickbooks/monthly-reads";

/** How the month's allowance is shared out; docs/throttling.md has the reasons. Parts are of the allowance. */
const RULES = {
  /** Kept for syncs and postings, an equal part for each set of books. */
  reserve: 0.2,
  /** What a company may read a month, also where an equal part would be less: daily syncs take a tenth of it. */
  leastShare: 0.02,
  /** A company may use more than last month, so that it can grow, but only up to `mostShare` of the allowance. */
  growth: 1.25,
  mostShare: 0.25,
  /** How many days' reads may be made at once: a first import, a month's end. */
  burstDays: 3,
  /** Reads; with less, a first sync would not get through. */
  leastBurst: 100,
  /** Reads that a sync or posting waits for, so that it doesn't stop halfway again. */
  resume: 30,
  /** Of what a company may read at once, kept from those who only choose from lists, and more from programs. */
  kept: { interactive: 0.5, token: 0.75 },
  /** Of a company's part of the reserve; the rest is given out evenly until the month ends. */
  reserveAtOnce: 0.25,
  /** Our count may miss a few reads that another installation makes with the same app. */
  nearlyAll: 0.95,
  /** Longer than throttling lasts (a minute), and more reads than one call makes; far from the allowance, than one sync. */
  lastingNearly: { refusals: 3, minutes: 5 },
  lasting: { refusals: 10, minutes: 360 },
} as const;

const HOUR_MS = 3_600_000;
const NAMED_IN_WARNING = 5;

const MONTH = Prisma.sql`date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

/** An app's row of this month. */
interface AppState {
  reads: number;
  /** Every read has been refused since. */
  refusedSince: Date | null;
  /** When that had lasted long enough to stop. */
  stoppedAt: Date | null;
}

const APP_STATE = Prisma.sql`m.reads, m.refused_since AS "refusedSince", m.refused_at AS "stoppedAt"`;

interface Taken {
  verdict: ReadsStopped["what"] | null;
  until: Date | null;
  refusedSince: Date | null;
  afterRefusals: boolean;
  reads: number;
}

/**
 * Counts an app's reads per calendar month (UTC) and company, in all processes, by one short statement each, and shares
 * the allowance out: a company's part refills by the hour. An app whose reads QuickBooks refuses lastingly makes one an
 * hour until one is answered.
 */
export const sharedReadMeter: ReadMeter = {
  async take(read) {
    const { allowance, rules } = limits();
    const hashed = keyedHash(`quickbooks ${read.realmId}`, "company-reads");
    const [taken] = await db("jobs").$queryRaw<[Taken]>`
      SELECT verdict, until, refused_since AS "refusedSince", after_refusals AS "afterRefusals", app_reads AS reads
      FROM take_read(${read.app}, ${read.companyId}::uuid, ${read.realmId}, ${hashed}, ${levelOf(read)},
        ${rules}::jsonb)`;
    const { verdict, until, reads, afterRefusals } = taken;
    if (verdict !== null && until !== null) {
      return { stopped: toStopped(verdict, until, taken), afterRefusals: false };
    }
    if (reads === Math.ceil(allowance * (1 - RULES.reserve))) await warnAtReserve(read.app, reads);
    return { stopped: null, afterRefusals };
  },

  async refused({ app, companyId }) {
    const { rules } = limits();
    const [state] = await db("jobs").$queryRaw<AppState[]>`
      SELECT ${APP_STATE} FROM read_refused(${app}, ${companyId}::uuid, ${rules}::jsonb) m`;
    if (!state?.stoppedAt || !state.refusedSince) return null;
    const { refusedSince, reads } = state;
    log().warn({ refusedSince, reads }, "QuickBooks refuses all reads of the app");
    return toStopped("app", new Date(Date.now() + HOUR_MS), { refusedSince, reads });
  },

  async answered(app) {
    await db("jobs").$executeRaw`
      UPDATE monthly_reads m
      SET refused_at = NULL, refused_since = NULL, refusals = 0, tried_at = NULL
      WHERE m.app = ${app} AND m.month = ${MONTH}`;
  },
};

function levelOf({ purpose, isToken }: WantedRead): string {
  if (purpose !== "interactive") return "bookkeeping";
  return isToken ? "token" : "interactive";
}

function toStopped(
  what: ReadsStopped["what"],
  until: Date,
  { refusedSince, reads }: Pick<Taken, "refusedSince" | "reads">,
): ReadsStopped {
  if (what !== "app") return { what, until };
  return { what, until, refusedSince: refusedSince ?? new Date(), isUsedUp: isNearlyAll(reads) };
}

function isNearlyAll(reads: number): boolean {
  return reads >= limits().allowance * RULES.nearlyAll;
}

async function warnAtReserve(app: string, reads: number): Promise<void> {
  const { companies } = await readsByCompany(NAMED_IN_WARNING, app);
  const most = companies.map(({ companyId, reads: own }) => ({ companyId, reads: own }));
  log().warn(
    { reads, allowance: limits().allowance, most },
    "QuickBooks' monthly allowance of reads is used up by 80 %: lists wait, syncs and postings go on",
  );
}

/** How much of the month's allowance an app has used. */
export interface ReadsUsed {
  /** Whole percent, at most 100. */
  percent: number;
  /** QuickBooks has refused lastingly where nearly all had been counted: one read is made an hour. */
  isUsedUp: boolean;
  renewsAt: Date;
  /** QuickBooks has refused every read since, whatever our count: one is made an hour. */
  refusedSince: Date | null;
  /** What of the company waits until when, because its own part is used up. */
  own: { waits: "lists" | "everything"; until: Date } | null;
}

/** What is to be said about this installation's reads; null while they are answered and most of the allowance is left. */
export async function readsNearlyUsed(companyId: string): Promise<ReadsUsed | null> {
  const app = getEnv().QUICKBOOKS_CLIENT_ID;
  if (app === undefined) return null;
  const { allowance } = limits();
  const [state] = await db("jobs").$queryRaw<AppState[]>`
    SELECT ${APP_STATE} FROM monthly_reads m WHERE m.app = ${app} AND m.month = ${MONTH}`;
  if (!state) return null;
  const { reads, stoppedAt } = state;
  const isUsedUp = stoppedAt !== null && isNearlyAll(reads);
  const refusedSince = stoppedAt === null || isUsedUp ? null : state.refusedSince;
  const own = await ownWait(app, companyId);
  if (reads < allowance * (1 - RULES.reserve) && !refusedSince && !own) return null;
  return {
    percent: Math.min(100, Math.floor((reads / allowance) * 100)),
    isUsedUp,
    renewsAt: nextMonth(),
    refusedSince,
    own,
  };
}

async function ownWait(app: string, companyId: string): Promise<ReadsUsed["own"]> {
  const [row] = await db("jobs").$queryRaw<{ listsUntil: Date | null; waitsUntil: Date | null }[]>`
    SELECT lists_until AS "listsUntil", waits_until AS "waitsUntil" FROM company_reads
    WHERE app = ${app} AND company = ${companyId}::uuid`;
  if (!row) return null;
  const now = new Date();
  if (row.waitsUntil && row.waitsUntil > now) return { waits: "everything", until: row.waitsUntil };
  if (row.listsUntil && row.listsUntil > now) return { waits: "lists", until: row.listsUntil };
  return null;
}

/** A company's reads in this month (UTC). */
export interface CompanyReads {
  companyId: string;
  /** Empty once the company is deleted. */
  name: string;
  reads: number;
  today: number;
  /** Reads that it may make in the month. */
  part: number;
  /** Reads that were refused because its part was used up. */
  refused: number;
  listsUntil: Date | null;
  waitsUntil: Date | null;
}

/** This month's reads of an app; of the companies those that read most first. */
export async function readsByCompany(
  atMost: number,
  app = getEnv().QUICKBOOKS_CLIENT_ID ?? "",
): Promise<{
  reads: number;
  allowance: number;
  /** Reads that are kept for syncs and postings. */
  reserve: number;
  stoppedAt: Date | null;
  companies: CompanyReads[];
}> {
  const [state] = await db("jobs").$queryRaw<AppState[]>`
    SELECT ${APP_STATE} FROM monthly_reads m WHERE m.app = ${app} AND m.month = ${MONTH}`;
  const companies = await db("jobs").$queryRaw<CompanyReads[]>`
    SELECT r.company AS "companyId", coalesce(c.name, '') AS name, r.reads,
      CASE WHEN r.day = (now() AT TIME ZONE 'UTC')::date THEN r.reads_today ELSE 0 END AS today,
      round(r.part)::int AS part, r.refused,
      CASE WHEN r.lists_until > now() THEN r.lists_until END AS "listsUntil",
      CASE WHEN r.waits_until > now() THEN r.waits_until END AS "waitsUntil"
    FROM company_reads r LEFT JOIN companies c ON c.id = r.company
    WHERE r.app = ${app} AND r.month = ${MONTH} ORDER BY r.reads DESC, r.company LIMIT ${atMost}`;
  const { allowance } = limits();
  return {
    reads: state?.reads ?? 0,
    allowance,
    reserve: Math.floor(allowance * RULES.reserve),
    stoppedAt: state?.stoppedAt ?? null,
    companies,
  };
}

/** Deletes what companies read longer ago than last month. */
export async function forgetOldReads(): Promise<void> {
  await db("jobs").$executeRaw`
    DELETE FROM company_reads WHERE month < (${MONTH} - interval '1 month')::date`;
}

function limits() {
  const allowance = getEnv().QUICKBOOKS_MONTHLY_READS;
  return { allowance, rules: JSON.stringify({ ...RULES, allowance }) };
}

function nextMonth(now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
