import { Prisma } from "@/generated/prisma/client";
import {
  readCursor,
  SUGGESTIONS_PER_PAGE,
  type SuggestionCursor,
  writeCursor,
} from "@/lib/constants/suggestions";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { suggestionList as contract } from "@/lib/contracts/matches";
import { groupBy } from "@/lib/group-by";
import { waitingText } from "@/lib/line-bookings";
import { settle, toSumProof } from "@/lib/settlement";
import { sourceName } from "@/server/connections/find";
import {
  bankNames,
  type CompanyRow,
  companyColumns,
  DEPOSIT_COLUMNS,
  DEPOSIT_JOINS,
  toShownCompany,
} from "@/server/deposits/columns";
import { toDepositView, toMatchView } from "@/server/deposits/deposit-view";
import {
  booksSettingsOf,
  type DepositOfSource,
  decidedLineIds,
  type LineRow,
  linesOf,
  type MatchRow,
  matchedLineIds,
  matchesOf,
  sourceSettingsOf,
  toStoredDeposit,
  toStoredMatch,
} from "@/server/deposits/read-deposit";
import { recordedTwice, type TwinRow, twinsOf } from "@/server/deposits/second-records";
import {
  toSettlementDeposit,
  toSettlementMatch,
  unbookedParts,
} from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import { queryPrepared } from "@/server/platform/prepared-queries";

/** Suggested deposits, each with its matches and their evidence: the oldest ones, or those after a cursor. */
export async function listSuggestions(
  ctx: CompanyContext,
  { after }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const cursor = after === undefined ? null : readCursor(after);
  const { total, booksSettings, company, ...read } = await readSuggestions(ctx, cursor);
  const last = read.deposits[SUGGESTIONS_PER_PAGE - 1];
  const twice = recordedTwice(read.twins, company.addressOf);
  const linesOf = groupBy(read.lines, ({ depositId }) => depositId);
  const bankOf = bankNames(booksSettings);
  const matchesOf = groupBy(read.matches, ({ depositId }) => depositId);
  return {
    total,
    next: last ? writeCursor({ date: last.txnDate, id: last.id }) : null,
    suggestions: read.deposits.flatMap((row) => {
      const found = matchesOf.get(row.id);
      if (!found) return [];
      const lines = linesOf.get(row.id) ?? [];
      const deposit = toStoredDeposit(row, lines, company);
      const matches = found.map(toStoredMatch);
      const settlement = settle(toSettlementDeposit(deposit), matches.map(toSettlementMatch));
      const source = sourceName(deposit.provider, deposit.sourceAccount);
      return {
        deposit: toDepositView(deposit, {
          bankOf,
          matchedLineIds: matchedLineIds(lines),
          decidedLineIds: decidedLineIds(matches),
          unbookedLineIds: new Set(settlement.unbooked.map(({ lineId }) => lineId)),
        }),
        matches: matches.map((match) => toMatchView(match, deposit.addressOf, twice.get(match.id))),
        proof: toSumProof(settlement, Number(deposit.amount), deposit.currency),
        waiting: waitingText(
          unbookedParts(deposit, settlement.unbooked, source),
          deposit.ledger.name,
        ),
        // All of them have to be right for the deposit to be right; the weakest decides.
        probability: Math.min(...matches.map((match) => match.probability)),
      };
    }),
  };
}

interface Facts extends CompanyRow {
  /** Of the connected books, as they are stored. */
  booksSettings: unknown;
  total: number;
}

/**
 * Suggested deposits with everything shown of them, oldest first, in one snapshot and one round trip: one that
 * is being decided is returned with its matches, or not at all. One page of them.
 * @param after the deposit that they follow; null: from the oldest on
 */
async function readSuggestions(ctx: CompanyContext, after: SuggestionCursor | null) {
  const sql = suggestionStatements(ctx, after);
  const [[facts], deposits, lines, matches, twins] = await queryPrepared<
    [Facts, DepositOfSource, LineRow, MatchRow, TwinRow]
  >(ctx, sql.facts, sql.deposits, sql.lines, sql.matches, sql.twins);
  const company = toShownCompany(facts);
  const { booksSettings, total } = facts ?? { booksSettings: null, total: 0 };
  return { company, booksSettings, total, deposits, lines, matches, twins };
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
    facts: Prisma.sql`SELECT ${companyColumns(ctx)}, ${booksSettingsOf(ctx)} AS "booksSettings",
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
