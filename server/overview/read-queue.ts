import { Prisma } from "@/generated/prisma/client";
import type { QueueGroup } from "@/lib/contracts/queue";
import { MAX_QUEUE_ROWS, QUEUE_ROWS } from "@/lib/contracts/values/queue";
import { DEPOSIT_COLUMNS, DEPOSIT_JOINS } from "@/server/deposits/columns";
import {
  booksSettingsOf,
  type DepositOfSource,
  type LineRow,
  linesOf,
  sourceSettingsOf,
} from "@/server/deposits/read-deposit-parts";
import type { CompanyContext } from "@/server/platform/context";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { notPosted, type SumRow } from "./load-dashboard-status";

type GroupRow = DepositOfSource & { queueGroup: QueueGroup };
type GroupSum = SumRow & { queueGroup: QueueGroup };

/** Literal: a plan for "some number of rows" is a plan for a tenth of all deposits. */
const LIMITS = [
  { rows: QUEUE_ROWS, limit: Prisma.sql`LIMIT 10` },
  { rows: 50, limit: Prisma.sql`LIMIT 50` },
  { rows: MAX_QUEUE_ROWS, limit: Prisma.sql`LIMIT 200` },
];

/** Deposits of all groups with everything shown of them, and the groups' sums, in one snapshot and round trip. */
export async function readQueue(ctx: CompanyContext, limit: number) {
  const sql = queueStatements(ctx, limit);
  const [[books], sums, deposits, lines] = await queryPrepared<
    [{ settings: unknown }, GroupSum, GroupRow, LineRow]
  >(ctx, sql.books, sql.sums, sql.deposits, sql.lines);
  return { booksSettings: books?.settings, sums, deposits, lines };
}

/** What is asked for the queue, by name. */
export function queueStatements(ctx: CompanyContext, rows: number) {
  const { companyId } = ctx;
  const page = pageOf(ctx, rows);
  return {
    books: Prisma.sql`SELECT ${booksSettingsOf(ctx)} AS settings`,
    sums: Prisma.sql`SELECT 'not_posted' AS "queueGroup", d.currency, count(*)::int AS deposits,
        sum(d.amount)::text AS amount ${notPosted(ctx)} GROUP BY d.currency
      UNION ALL SELECT CASE status WHEN 'pending' THEN 'open' ELSE 'suggested' END, currency, deposits,
        amount::text FROM deposit_totals
      WHERE company_id = ${companyId}::uuid AND status IN ('pending', 'suggested')`,
    deposits: Prisma.sql`WITH page AS (${page})
      SELECT d."queueGroup", ${DEPOSIT_COLUMNS}, ${sourceSettingsOf(ctx)} AS "sourceSettings"
      FROM page d ${DEPOSIT_JOINS} ORDER BY d.txn_date, d.id`,
    lines: linesOf(ctx, page),
  };
}

/** The oldest deposits of each group. Literal statuses, so that their partial indexes serve. */
function pageOf(ctx: CompanyContext, rows: number): Prisma.Sql {
  const limit = LIMITS.find((each) => each.rows >= rows)?.limit ?? Prisma.sql`LIMIT 200`;
  const withStatus = (status: Prisma.Sql, group: Prisma.Sql) => Prisma.sql`
    (SELECT d.*, ${group} AS "queueGroup" FROM deposits d
      WHERE d.company_id = ${ctx.companyId}::uuid AND d.deleted_at IS NULL AND ${status}
      ORDER BY d.txn_date, d.id ${limit})`;
  return Prisma.sql`(SELECT d.*, 'not_posted' AS "queueGroup" ${notPosted(ctx)}
      ORDER BY d.txn_date, d.id ${limit})
    UNION ALL ${withStatus(Prisma.sql`d.status = 'suggested'`, Prisma.sql`'suggested'`)}
    UNION ALL ${withStatus(Prisma.sql`d.status = 'pending'`, Prisma.sql`'open'`)}`;
}
