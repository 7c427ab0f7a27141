import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";

/** What a user had chosen for lines of a deposit before its match was undone. */
export interface EarlierChoice {
  lineIds: number[];
  /** QuickBooks' ids. */
  paymentIds: string[];
}

/**
 * SQL: the rows of {@link EarlierChoice} of a deposit, the latest first, that can be made again: nobody has decided
 * about their lines since, and their payments are open. What a user took back alone is none.
 * @param depositId SQL for the deposit's id
 */
export function earlierChoicesOf({ companyId }: CompanyContext, depositId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT
      ARRAY(SELECT l.line_id FROM match_lines l
        WHERE l.company_id = m.company_id AND l.match_id = m.id ORDER BY l.line_id) AS "lineIds",
      ARRAY(SELECT p.provider_id FROM match_payments mp
        JOIN ledger_payments p ON p.company_id = mp.company_id AND p.id = mp.payment_id
        WHERE mp.company_id = m.company_id AND mp.match_id = m.id ORDER BY p.id) AS "paymentIds"
    FROM matches m
    WHERE m.company_id = ${companyId}::uuid AND m.deposit_id = ${depositId} AND m.state = 'undone'
      AND m.origin = 'manual' AND m.undone_with_deposit
      AND EXISTS (SELECT FROM match_payments mp
        WHERE mp.company_id = m.company_id AND mp.match_id = m.id)
      AND NOT EXISTS (SELECT FROM match_lines l
        JOIN match_lines since ON since.company_id = l.company_id AND since.line_id = l.line_id AND since.live
        JOIN matches decided ON decided.company_id = since.company_id AND decided.id = since.match_id
          AND decided.state = 'accepted'
        WHERE l.company_id = m.company_id AND l.match_id = m.id)
      AND NOT EXISTS (SELECT FROM match_payments mp
        JOIN ledger_payments p ON p.company_id = mp.company_id AND p.id = mp.payment_id
        JOIN integrations i ON i.company_id = p.company_id AND i.id = p.integration_id
        WHERE mp.company_id = m.company_id AND mp.match_id = m.id
          AND (p.state <> 'open' OR i.status = 'disconnected' OR EXISTS (
            SELECT FROM match_payments other
            JOIN matches taken ON taken.company_id = other.company_id AND taken.id = other.match_id
              AND taken.state = 'accepted'
            WHERE other.company_id = p.company_id AND other.payment_id = p.id AND other.live)))
    ORDER BY m.decided_at DESC, m.created_at, m.id`;
}
