import { Prisma } from "@/generated/prisma/client";
import { SUGGESTIONS_PER_PAGE, type SuggestionCursor } from "@/lib/contracts/values/suggestions";
import { DEPOSIT_COLUMNS, DEPOSIT_JOINS } from "@/server/deposits/columns";
import {
  booksSettingsOf,
  type DepositOfSource,
  type LineRow,
  linesOf,
  type MatchRow,
  matchesOf,
  sourceSettingsOf,
} from "@/server/deposits/read-deposit-parts";
import { type TwinRow, twinsOf } from "@/server/deposits/second-records";
import type { CompanyContext } from "@/server/platform/context";
import { queryPrepared } from "@/server/platform/prepared-queries";

interface Facts {
  /** Of the connected books, as they are stored. */
  booksSettings: unknown;
  total: number;
}

/**
 * Suggested deposits with everything shown of them, oldest first, in one snapshot and one round trip: one that
 * is being decided is returned with its matches, or not at all. One page of them.
 * @param after the deposit that they follow; null: from the oldest on
 */
export async function readSuggestions(ctx: CompanyContext, after: SuggestionCursor | null) {
  const sql = suggestionStatements(ctx, after);
  const [[facts], deposits, lines, matches, twins] = await queryPrepared<
    [Facts, DepositOfSource, LineRow, MatchRow, TwinRow]
  >(ctx, sql.facts, sql.deposits, sql.lines, sql.matches, sql.twins);
  const { booksSettings, total } = facts ?? { booksSettings: null, total: 0 };
  return { booksSettings, total, deposits, lines, matches, twins };
}

/** What is asked for the list, by name. */
export function suggestionStatements(ctx: CompanyContext, after: SuggestionCursor | null = null) {
  const suggested = suggestedOf(ctx);
  // Literal: a plan for "some number of rows" is a plan for a tenth of all deposits.
  const limit = Prisma.raw(String(SUGGESTIONS_PER_PAGE));
  const beyond = after
    ? Prisma.sql`AND (d.txn_date, d.id) > (${after.date}::date, ${after.id})`
    : Prisma.empty;
  const page = Prisma.sql`SELECT d.* ${suggested} ${beyond} ORDER BY d.txn_date, d.id LIMIT ${limit}`;
  return {
    facts: Prisma.sql`SELECT ${booksSettingsOf(ctx)} AS "booksSettings",
      (SELECT count(*) ${suggested})::int AS total`,
    deposits: Prisma.sql`WITH page AS (${page})
      SELECT ${DEPOSIT_COLUMNS}, ${sourceSettingsOf(ctx)} AS "sourceSettings"
      FROM page d ${DEPOSIT_JOINS} ORDER BY d.txn_date, d.id`,
    lines: linesOf(ctx, page),
    matches: matchesOf(ctx, page),
    twins: twinsOf(ctx, page),
  };
}

/**
 * The live matches of a suggested deposit are its proposals; without any there is nothing to decide. Not
 * EXISTS, which is planned as a join with all matches of the company.
 */
function suggestedOf({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`FROM deposits d
    WHERE d.company_id = ${companyId}::uuid AND d.deleted_at IS NULL AND d.status = 'suggested'
      AND (SELECT m.live FROM matches m
        WHERE m.company_id = d.company_id AND m.deposit_id = d.id AND m.live LIMIT 1)`;
}
