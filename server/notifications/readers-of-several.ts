import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/**
 * The members who want the weekly summary of this company and of others: they get one mail about all of them
 * (server/accounts/people/summaries), at the hour of their own clocks.
 */
export async function readersOfSeveral({ companyId }: CompanyContext): Promise<Set<number>> {
  // Not in the company's scope, which doesn't see their other companies.
  const rows = await db("accounts").$queryRaw<{ user_id: number }[]>`
    SELECT m.user_id FROM memberships m
    WHERE m.email_weekly_summary AND m.user_id IN (
      SELECT own.user_id FROM memberships own
      WHERE own.company_id = ${companyId}::uuid AND own.email_weekly_summary)
    GROUP BY m.user_id HAVING count(*) > 1`;
  return new Set(rows.map(({ user_id }) => user_id));
}
