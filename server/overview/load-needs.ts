import { Prisma } from "@/generated/prisma/client";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";
import { MAX_UNDECIDED } from "@/lib/contracts/values/company-needs";
import { toWireDecimal } from "@/lib/money";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { WARN_DAYS_BEFORE } from "@/server/connections/keep-alive";
import type { CompanyContext } from "@/server/platform/context";
import { queryPrepared } from "@/server/platform/prepared-queries";

/** As {@link CompanyNeeds}, without name and role. */
type Needs = Omit<CompanyNeeds, "name" | "role">;

interface Row extends Omit<Needs, "open"> {
  open_sums: { currency: string; amount: string }[];
}

/**
 * What needs somebody in each of `companyIds`, which the caller has found in the user's own memberships: one statement
 * for all, each company read in its own scope (`company_needs`). In no particular order.
 */
export async function loadNeeds(
  ctx: Pick<CompanyContext, "companyId">,
  companyIds: readonly string[],
): Promise<Needs[]> {
  const [rows] = await queryPrepared<[Row]>(
    ctx,
    Prisma.sql`
      SELECT asked.id::text AS id, n.suggested, n.pending, n.undecided, n.not_posted, n.connected, n.ending,
        to_char(n.last_synced_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_synced_at,
        n.oldest_open::text AS oldest_open, n.open_sums
      FROM unnest(${companyIds}::uuid[]) AS asked(id), LATERAL company_needs(
        asked.id, ${WARN_DAYS_BEFORE}::int, ${MAX_UNDECIDED}::int, ${DEFAULT_TIME_ZONE}) n`,
  );
  return rows.map(({ open_sums, ...row }) => ({
    ...row,
    open: open_sums.map(({ currency, amount }) => ({
      currency,
      amount: toWireDecimal(Number(amount), currency),
    })),
  }));
}
