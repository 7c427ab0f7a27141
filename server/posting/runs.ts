import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { listPostingRuns as contract } from "@/lib/contracts/posting-runs";
import { db } from "@/server/platform/db";

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

const LATEST = 10;
const DAYS = 30;

interface Row {
  id: string;
  at: Date;
  deposits: number;
  deposit_ids: number[];
}

/**
 * The latest Post all with the deposits that are as they left them, the newest first; those of which nothing is left
 * are not told. A match that is undone and made again has another posting.
 */
export async function listPostingRuns(ctx: CompanyContext): Promise<ResponseOf<typeof contract>> {
  const rows = await db(ctx).$queryRaw<Row[]>`
    SELECT r.id, r.created_at AS at, own.deposits, own.deposit_ids
    FROM (SELECT id, created_at FROM posting_runs WHERE company_id = ${ctx.companyId}::uuid
        AND created_at > now() - make_interval(days => ${DAYS}::int)
      ORDER BY created_at DESC LIMIT ${LATEST}) r
    CROSS JOIN LATERAL (SELECT count(*)::int AS deposits,
        array_agg(p.deposit_id ORDER BY p.deposit_id) FILTER (WHERE p.state <> 'undone') AS deposit_ids
      FROM postings p JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id
        AND d.deleted_at IS NULL
      WHERE p.company_id = ${ctx.companyId}::uuid AND p.posting_run_id = r.id) own
    WHERE own.deposit_ids IS NOT NULL
    ORDER BY r.created_at DESC, r.id`;
  return { runs: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) };
}
