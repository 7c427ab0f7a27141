import type { Confidence } from "@/lib/contracts/dashboard";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

const DAYS = 90;

/**
 * How often matches that the engine decided alone were undone in the last 90 days. A deposit is undone as a
 * whole, so it counts as one decision; it is expected to be undone when any of its matches is wrong:
 * 1 − Π probability.
 */
export async function loadConfidence(ctx: CompanyContext): Promise<Confidence> {
  const { companyId } = ctx;
  const [row] = await db(ctx).$queryRaw<Omit<Confidence, "days">[]>`
    WITH decisions AS (
      -- An undone match no longer has its decider; the audit trail shows whether a user accepted it.
      SELECT m.deposit_id, m.state, 1 - exp(sum(ln(greatest(m.probability, 1e-9)))) AS doubt
      FROM matches m
      WHERE m.company_id = ${companyId}::uuid AND m.state IN ('accepted', 'undone', 'superseded')
        AND m.created_at >= now() - make_interval(days => ${DAYS}::int)
        AND (m.state = 'undone' OR m.decided_by IS NULL)
        AND NOT (m.state = 'undone' AND EXISTS (SELECT FROM audit_events a
          WHERE a.company_id = m.company_id AND a.entity = 'deposit'
            AND a.entity_id = m.deposit_id::text AND a.action = 'deposit.confirmed'
            AND a.at BETWEEN m.created_at AND m.decided_at))
      GROUP BY m.deposit_id, m.state, CASE WHEN m.state = 'undone' THEN m.decided_at END
      HAVING bool_and(m.origin = 'auto')
    )
    SELECT count(*)::int AS automatic,
      (count(*) FILTER (WHERE state = 'undone'))::int AS undone,
      (count(*) FILTER (WHERE state = 'superseded'))::int AS changed_in_books,
      coalesce(sum(doubt), 0)::float8 AS expected_undone
    FROM decisions`;
  const none = { automatic: 0, undone: 0, changed_in_books: 0, expected_undone: 0 };
  return { days: DAYS, ...(row ?? none) };
}
