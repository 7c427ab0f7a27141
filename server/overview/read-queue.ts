import { Prisma } from "@/generated/prisma/client";
import { MAX_TO_DECIDE } from "@/lib/constants/company-needs";
import { MAX_QUEUE_ROWS, QUEUE_GROUPS, QUEUE_ROWS } from "@/lib/constants/queue";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { QueueGroup, queue } from "@/lib/contracts/queue";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { WARN_DAYS_BEFORE } from "@/server/connections/keep-alive";
import {
  bankNames,
  type CompanyRow,
  companyColumns,
  DEPOSIT_COLUMNS,
  DEPOSIT_JOINS,
  type DepositRow,
  toShownCompany,
  toShownDeposit,
} from "@/server/deposits/columns";
import {
  groupLines,
  type LinesRow,
  shownLinesOf,
  toDepositView,
} from "@/server/deposits/deposit-view";
import { booksSettingsOf } from "@/server/deposits/read-deposit";
import type { CompanyContext } from "@/server/platform/context";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { singleton } from "@/server/platform/singleton";
import { currencySums, notPosted, type SumRow } from "./load-dashboard-status";

type GroupRow = DepositRow & { queueGroup: QueueGroup };
type GroupSum = SumRow & { queueGroup: QueueGroup };

/** Literal: a plan for "some number of rows" is a plan for a tenth of all deposits. */
const LIMITS = [
  { rows: QUEUE_ROWS, limit: Prisma.sql`LIMIT 10` },
  { rows: 50, limit: Prisma.sql`LIMIT 50` },
  { rows: MAX_QUEUE_ROWS, limit: Prisma.sql`LIMIT 200` },
];

/** Deposits of all groups with everything shown of them, and the groups' sums, in one snapshot and round trip. */
async function readQueue(ctx: CompanyContext, limit: number) {
  const sql = queueStatements(ctx, limit);
  const [[facts], sums, deposits, [lines]] = await queryPrepared<
    [CompanyRow & { booksSettings: unknown }, GroupSum, GroupRow, LinesRow]
  >(ctx, sql.facts, sql.sums, sql.deposits, sql.lines);
  return { facts, sums, deposits, lines };
}

/** What is asked for the queue, by name. */
export function queueStatements(ctx: CompanyContext, rows: number) {
  const { companyId } = ctx;
  const page = pageOf(ctx, rows);
  return {
    facts: Prisma.sql`SELECT ${companyColumns(ctx)}, ${booksSettingsOf(ctx)} AS "booksSettings"`,
    sums: Prisma.sql`SELECT 'not_posted' AS "queueGroup", d.currency, count(*)::int AS deposits,
        sum(d.amount)::text AS amount ${notPosted(ctx)} GROUP BY d.currency
      UNION ALL SELECT CASE status WHEN 'pending' THEN 'open' ELSE 'suggested' END, currency, deposits,
        amount::text FROM deposit_totals
      WHERE company_id = ${companyId}::uuid AND status IN ('pending', 'suggested')`,
    deposits: Prisma.sql`WITH page AS (${page})
      SELECT d."queueGroup", ${DEPOSIT_COLUMNS}
      FROM page d ${DEPOSIT_JOINS} ORDER BY d.txn_date, d.id`,
    lines: shownLinesOf(ctx, page),
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

/** What waits for a user, the most urgent group first: how much it is, and its oldest deposits. */
export async function loadQueue(
  ctx: CompanyContext,
  { limit }: QueryOf<typeof queue>,
): Promise<ResponseOf<typeof queue>> {
  const { facts, sums, deposits, lines } = await readQueue(ctx, limit);
  const company = toShownCompany(facts);
  const bankOf = bankNames(facts?.booksSettings);
  const { linesOf, matchedLineIds } = groupLines(lines);
  return {
    groups: QUEUE_GROUPS.map((group) => {
      const ofGroup = sums.filter(({ queueGroup }) => queueGroup === group);
      const shown = deposits.filter(({ queueGroup }) => queueGroup === group).slice(0, limit);
      return {
        group,
        count: ofGroup.reduce((total, { deposits }) => total + deposits, 0),
        sums: currencySums(ofGroup),
        deposits: shown.map(({ queueGroup: _, ...row }) => {
          const deposit = { ...toShownDeposit(row, company), lines: linesOf.get(row.id) ?? [] };
          return toDepositView(deposit, { bankOf, matchedLineIds });
        }),
      };
    }),
  };
}

/** As {@link CompanyNeeds}, without name and role. */
type Needs = Omit<CompanyNeeds, "name" | "role">;

interface Answer {
  id: string;
  /** Null while it can't be known. */
  revision: string | null;
  /** Null: as it was known. */
  work: Omit<Needs, "id"> | null;
}

/** The last answer about each company, by its id; the one that was given first is forgotten first. */
const kept = singleton("kept needs", () => new Map<string, { revision: string; needs: Needs }>());
const MAX_KEPT = 10_000;

/**
 * What needs attention in each of `companyIds`, which the caller has found in the user's own memberships: one statement
 * for all, each company read in its own scope (`company_work_since`) unless it is as this process knows it. In no
 * particular order.
 */
export async function loadNeeds(
  ctx: Pick<CompanyContext, "companyId">,
  companyIds: readonly string[],
): Promise<Needs[]> {
  const known = new Map(companyIds.map((id) => [id, kept.get(id)]));
  const revisions = companyIds.map((id) => known.get(id)?.revision ?? null);
  const [answers] = await queryPrepared<[Answer]>(
    ctx,
    Prisma.sql`
      SELECT asked.id::text AS id, n.revision, n.work
      FROM unnest(${companyIds}::uuid[], ${revisions}::text[]) AS asked(id, known_revision), LATERAL company_work_since(
        asked.id, asked.known_revision, ${WARN_DAYS_BEFORE}::int, ${MAX_TO_DECIDE}::int, ${DEFAULT_TIME_ZONE}) n`,
  );
  return answers.flatMap(({ id, revision, work }) => {
    const needs = work ? { id, ...work } : known.get(id)?.needs;
    if (needs && work && revision !== null) keep(id, { revision, needs });
    return needs ?? [];
  });
}

function keep(id: string, entry: { revision: string; needs: Needs }): void {
  kept.delete(id);
  kept.set(id, entry);
  const [first] = kept.keys();
  if (kept.size > MAX_KEPT && first !== undefined) kept.delete(first);
}
