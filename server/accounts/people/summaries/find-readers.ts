import { Prisma } from "@/generated/prisma/client";
import type { CalendarDate } from "@/lib/dates";
import { DATE_FORMATS, type DateFormat } from "@/lib/format-date";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { db } from "@/server/platform/db";

/** A user who wants the weekly summary of several companies, with a proved address. */
export interface Reader {
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
 * Those who may be due at `at`, and nobody who certainly isn't.
 * @param userId only this one
 */
export function findReaders(at: Date, userId?: number): Promise<Reader[]> {
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
