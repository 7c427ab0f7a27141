import { Prisma } from "@/generated/prisma/client";
import type { CompanyId } from "@/server/context";

/** In SQL: the calendar date that it is now in a company's own time zone, or in New York's without one. */
export function localToday(companyId: CompanyId): Prisma.Sql {
  return Prisma.sql`(now() AT TIME ZONE coalesce((SELECT time_zone FROM company_settings
    WHERE company_id = ${companyId}::uuid), 'America/New_York'))::date`;
}
