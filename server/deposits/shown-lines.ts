import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { ShownLine } from "./deposit-view";
import { originOf } from "./line-origins";

/** All lines of some deposits in one value: the driver takes a time for each value that a row has. */
export interface LinesRow {
  lines: (ShownLine & {
    depositId: number;
    matched: boolean;
    /** By a user, while the deposit is open. */
    decided: boolean;
  })[];
}

/** SQL: a {@link LinesRow}: what a list shows of the lines. @param page selects the rows of `deposits` */
export function shownLinesOf(ctx: CompanyContext, page: Prisma.Sql): Prisma.Sql {
  // Every line of a posted deposit is posted: whether it is matched is then not asked.
  return Prisma.sql`WITH page AS (${page})
    SELECT coalesce(json_agg(line ORDER BY line.id), '[]') AS lines FROM (
    SELECT l.id, l.deposit_id AS "depositId", l.kind, l.provider_kind AS "providerKind", l.description,
      l.date::text AS date, l.wait_until::text AS "waitUntil",
      l.customer_name AS "customerName", l.gross, l.fee, l.currency, ${originOf(ctx)} AS origin,
      d.status <> 'posted' AND EXISTS (SELECT FROM match_lines ml
        WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live) AS matched,
      d.status IN ('pending', 'suggested') AND EXISTS (SELECT FROM match_lines ml
        JOIN matches m ON m.company_id = ml.company_id AND m.id = ml.match_id AND m.state = 'accepted'
        WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live) AS decided
    FROM page d JOIN deposit_lines l ON l.company_id = ${ctx.companyId}::uuid AND l.deposit_id = d.id) line`;
}

/** The lines by their deposits, and the ids of the matched and the decided ones. */
export function groupLines(row: LinesRow | undefined) {
  const linesOf = new Map<number, ShownLine[]>();
  const matchedLineIds = new Set<number>();
  const decidedLineIds = new Set<number>();
  for (const line of row?.lines ?? []) {
    const own = linesOf.get(line.depositId);
    if (own) own.push(line);
    else linesOf.set(line.depositId, [line]);
    if (line.matched) matchedLineIds.add(line.id);
    if (line.decided) decidedLineIds.add(line.id);
  }
  return { linesOf, matchedLineIds, decidedLineIds };
}
