import { Prisma } from "@/generated/prisma/client";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import type { CompanyId } from "@/server/platform/context";

/** In SQL: the calendar date that it is now in a company's own time zone. */
export function localToday(companyId: CompanyId): Prisma.Sql {
  return Prisma.sql`(now() AT TIME ZONE coalesce((SELECT time_zone FROM company_settings
    WHERE company_id = ${companyId}::uuid), ${DEFAULT_TIME_ZONE}))::date`;
}
