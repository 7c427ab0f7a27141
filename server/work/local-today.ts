import { Prisma } from "@/generated/prisma/client";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import type { CompanyContext } from "@/server/platform/context";

/** SQL: a company's time zone, an IANA name. */
export function timeZoneOf({ companyId }: Pick<CompanyContext, "companyId">): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT s.time_zone FROM company_settings s
    WHERE s.company_id = ${companyId}::uuid), ${DEFAULT_TIME_ZONE})`;
}

/** SQL: the calendar date that it is now in a company's own time zone. */
export function localToday(ctx: Pick<CompanyContext, "companyId">): Prisma.Sql {
  return Prisma.sql`(now() AT TIME ZONE ${timeZoneOf(ctx)})::date`;
}
