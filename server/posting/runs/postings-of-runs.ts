import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";

/** SQL: the postings `p` of matches that runs made by themselves. */
export function postingsOfRuns({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`postings p JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id
      AND d.deleted_at IS NULL
    WHERE p.company_id = ${companyId}::uuid AND p.run_id IS NOT NULL`;
}

/**
 * SQL: whether nothing of the posting `p` is in QuickBooks, or may be: then an undo needs no call. What QuickBooks may
 * hold is undone one by one.
 */
export const IS_UNDOABLE = Prisma.sql`(p.state IN ('held', 'queued', 'blocked', 'failed')
  AND NOT p.unanswered AND NOT p.adopted AND p.quickbooks_deposit_id IS NULL
  AND NOT EXISTS (SELECT FROM planned_payments c
    WHERE c.company_id = p.company_id AND c.deposit_id = p.deposit_id AND c.removed_at IS NULL
      AND (c.sent_at IS NOT NULL OR c.created_customer_id IS NOT NULL)))`;
