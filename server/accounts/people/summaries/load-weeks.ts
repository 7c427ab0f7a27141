import { Prisma } from "@/generated/prisma/client";
import type { CalendarDate } from "@/lib/dates";
import { mintCompanyId } from "@/server/platform/company-id";
import { readRows } from "@/server/platform/read-rows";

/** What of a company was posted in a week. */
export interface Week {
  id: string;
  posted: number;
  sums: { currency: string; amount: string }[];
}

/**
 * The payouts of the days given that were posted, in each of `companyIds`, which the caller has found in a user's
 * memberships: one statement for all, each company read in its own scope (`company_week`).
 */
export async function loadWeeks(
  companyIds: readonly [string, ...string[]],
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<Map<string, Week>> {
  const [rows] = await readRows<[Week]>(
    { companyId: mintCompanyId(companyIds[0]) },
    Prisma.sql`
      SELECT asked.id::text AS id, w.posted, w.posted_sums AS sums
      FROM unnest(${companyIds}::uuid[]) AS asked(id),
        LATERAL company_week(asked.id, ${from}::date, ${to}::date) w`,
  );
  return new Map(rows.map((week) => [week.id, week]));
}
