import { Prisma, type DateFormat as StoredFormat } from "@/generated/prisma/client";
import { type CalendarDate, dateInZone } from "@/lib/dates";
import type { DateFormat } from "@/lib/format-date";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";

const SUFFIX = "'s company";

/** The name of a new company, until the books or a user name it. */
export function defaultCompanyName(username: string): string {
  return `${username}${SUFFIX}`;
}

/** Whether the company still has its default name. */
export function isDefaultCompanyName(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/** Creates a company with default settings and its owner. @returns its id. */
export async function insertCompany(
  tx: Tx,
  { name, ownerId }: { name: string; ownerId: number },
): Promise<string> {
  const { id } = await tx.company.create({
    data: { name, settings: { create: {} }, memberships: { create: { userId: ownerId } } },
    select: { id: true },
  });
  return id;
}

/** A request for an automatic run. Instants as text: a JavaScript date would lose the microseconds. */
export interface AutoMatchRequest {
  requestedAt: string;
  /** The request that it replaced. */
  before: string | null;
}

/**
 * Requests an automatic run in the transaction that wrote new data. The request is stored in the row, so
 * that a crash before the job is enqueued does not lose it. The lock lets others write rows of the company meanwhile.
 */
export async function requestAutoMatch(
  tx: Tx,
  { companyId }: CompanyContext,
): Promise<AutoMatchRequest> {
  const rows = await tx.$queryRaw<[AutoMatchRequest]>`
    WITH last AS (SELECT id, match_requested_at FROM companies WHERE id = ${companyId}::uuid FOR NO KEY UPDATE)
    UPDATE companies c SET match_requested_at = clock_timestamp() FROM last WHERE c.id = last.id
    RETURNING c.match_requested_at::text AS "requestedAt", last.match_requested_at::text AS before`;
  return rows[0];
}

/** Withdraws a request whose work is done, unless another one has followed. */
export async function withdrawAutoMatch(
  tx: Tx,
  { companyId }: CompanyContext,
  { requestedAt, before }: AutoMatchRequest,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE companies SET match_requested_at = ${before}::timestamptz
    WHERE id = ${companyId}::uuid AND match_requested_at = ${requestedAt}::timestamptz`;
}

const TO_WIRE: Record<StoredFormat, DateFormat> = {
  mdy: "MM-DD-YYYY",
  dmy: "DD-MM-YYYY",
  ymd: "YYYY-MM-DD",
};

export const FROM_WIRE: Record<DateFormat, StoredFormat> = {
  "MM-DD-YYYY": "mdy",
  "DD-MM-YYYY": "dmy",
  "YYYY-MM-DD": "ymd",
};

/** How the company writes dates; `undefined` where it has no settings yet. */
export function wireDateFormat(stored: StoredFormat | undefined): DateFormat {
  return TO_WIRE[stored ?? "mdy"];
}

/** {@link wireDateFormat} of the context's company. */
export async function loadDateFormat(ctx: CompanyContext, tx: Tx = db(ctx)): Promise<DateFormat> {
  const { companyId } = ctx;
  const settings = await tx.companySettings.findUnique({
    where: { companyId },
    select: { dateFormat: true },
  });
  return wireDateFormat(settings?.dateFormat);
}

/** The company's time zone, an IANA name: a moment belongs to the day that it was there. */
export async function loadTimeZone(ctx: CompanyContext, tx: Tx = db(ctx)): Promise<string> {
  const settings = await tx.companySettings.findUnique({
    where: { companyId: ctx.companyId },
    select: { timeZone: true },
  });
  return settings?.timeZone ?? DEFAULT_TIME_ZONE;
}

/** Today in the company's time zone. */
export async function loadToday(ctx: CompanyContext, tx: Tx = db(ctx)): Promise<CalendarDate> {
  return dateInZone(new Date(), await loadTimeZone(ctx, tx));
}

/** SQL: a company's time zone, an IANA name. */
export function timeZoneOf({ companyId }: Pick<CompanyContext, "companyId">): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT s.time_zone FROM company_settings s
    WHERE s.company_id = ${companyId}::uuid), ${DEFAULT_TIME_ZONE})`;
}

/** SQL: the calendar date that it is now in a company's own time zone. */
export function localToday(ctx: Pick<CompanyContext, "companyId">): Prisma.Sql {
  return Prisma.sql`(now() AT TIME ZONE ${timeZoneOf(ctx)})::date`;
}
