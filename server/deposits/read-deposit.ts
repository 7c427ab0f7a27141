import { Prisma } from "@/generated/prisma/client";
import type { LineQuestion } from "@/lib/contracts/questions";
import { DEPOSIT_COLUMNS, DEPOSIT_JOINS } from "@/server/deposits/columns";
import { type HistoryRow, historyQuery } from "@/server/deposits/deposit-history";
import { type PlannedRow, plannedOf } from "@/server/deposits/planned-rows";
import {
  booksSettingsOf,
  type DepositOfSource,
  type LineRow,
  linesOf,
  type MatchRow,
  matchesOf,
  sourceSettingsOf,
} from "@/server/deposits/read-deposit-parts";
import { DEPOSIT_NOT_FOUND } from "@/server/deposits/require-deposit";
import { type TwinRow, twinsOf } from "@/server/deposits/second-records";
import type { CompanyContext } from "@/server/platform/context";
import { NotFoundError } from "@/server/platform/errors";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { type EarlierChoice, earlierChoicesOf } from "./planned-rows";

interface Facts {
  /** Of the connected books, as they are stored. */
  booksSettings: unknown;
  timeZone: string | null;
  /** The entry that was posted, as it is stored. */
  journal: unknown;
  /** See `DepositDetail`. */
  currencyDiffers: boolean;
  /** A calendar date; see `Deposit.earliestDate`. */
  earliestDate: string | null;
  /** The address that was asked last; null: none that takes questions. */
  lastAsked: string | null;
  /** Null while no user can choose, or where none has. */
  earlierChoices: EarlierChoice[] | null;
}

/**
 * One deposit with all that its page shows, in one snapshot and one round trip.
 * @throws NotFoundError when it does not exist, was deleted, or is another company's.
 */
export async function readDeposit(ctx: CompanyContext, id: number) {
  const sql = depositStatements(ctx, id);
  const [[found], lines, matches, planned, questions, history, twins] = await queryPrepared<
    [DepositOfSource & Facts, LineRow, MatchRow, PlannedRow, QuestionRow, HistoryRow, TwinRow]
  >(ctx, sql.facts, sql.lines, sql.matches, sql.planned, sql.questions, sql.history, sql.twins);
  if (!found) throw new NotFoundError(DEPOSIT_NOT_FOUND);
  const { booksSettings, timeZone, journal, currencyDiffers, lastAsked, earliestDate, ...rest } =
    found;
  const { earlierChoices, ...deposit } = rest;
  const facts: Facts = {
    ...{ booksSettings, timeZone, journal, currencyDiffers, lastAsked, earliestDate },
    earlierChoices,
  };
  return { facts, deposit, lines, matches, planned, questions, history, twins };
}

/** What is asked for one deposit, by name. */
export function depositStatements(ctx: CompanyContext, id: number) {
  const chosen = Prisma.sql`SELECT d.* FROM deposits d
    WHERE d.company_id = ${ctx.companyId}::uuid AND d.id = ${id}::int AND d.deleted_at IS NULL`;
  return {
    facts: factsOf(ctx, chosen),
    lines: linesOf(ctx, chosen),
    matches: matchesOf(ctx, chosen),
    planned: plannedOf(ctx, chosen),
    questions: questionsOf(ctx, id),
    history: historyQuery(ctx, id),
    twins: twinsOf(ctx, chosen),
  };
}

/**
 * Different currencies are never compared: a deposit in one that no open payment has, while there are
 * open payments, waits for other reasons than its sum.
 */
function factsOf(ctx: CompanyContext, chosen: Prisma.Sql): Prisma.Sql {
  const { companyId } = ctx;
  return Prisma.sql`WITH page AS (${chosen})
    SELECT ${DEPOSIT_COLUMNS}, ${booksSettingsOf(ctx)} AS "booksSettings",
      ${sourceSettingsOf(ctx)} AS "sourceSettings", d.earliest_date::text AS "earliestDate",
      (SELECT s.time_zone FROM company_settings s
        WHERE s.company_id = ${companyId}::uuid) AS "timeZone",
      (SELECT j.journal FROM postings j WHERE j.company_id = ${companyId}::uuid
        AND j.deposit_id = d.id AND j.state <> 'undone' LIMIT 1) AS journal,
      (SELECT q.email FROM line_questions q WHERE q.company_id = ${companyId}::uuid
        AND q.state <> 'declined' ORDER BY q.id DESC LIMIT 1) AS "lastAsked",
      CASE WHEN d.status IN ('pending', 'suggested') THEN
        (SELECT jsonb_agg(e) FROM (${earlierChoicesOf(ctx, Prisma.sql`d.id`)}) e) END AS "earlierChoices",
      CASE WHEN d.status <> 'pending' THEN false
        WHEN EXISTS (${freePayments(ctx)} AND p.currency = d.currency) THEN false
        ELSE EXISTS (${freePayments(ctx)}) END AS "currencyDiffers"
    FROM page d ${DEPOSIT_JOINS}`;
}

/** As `freePayment` in server/matches/load-open-rows.ts: one is enough, so no join begins with all of them. */
function freePayments({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`SELECT FROM ledger_payments p
    WHERE p.company_id = ${companyId}::uuid AND p.state = 'open'
      AND (SELECT i.status <> 'disconnected' FROM integrations i
        WHERE i.company_id = p.company_id AND i.id = p.integration_id)
      AND NOT EXISTS (SELECT FROM match_payments mp
        JOIN matches m ON m.company_id = mp.company_id AND m.id = mp.match_id
        WHERE mp.company_id = p.company_id AND mp.payment_id = p.id AND mp.live
          AND m.state = 'accepted')`;
}

/** Of a deposit; more are not shown. */
const MAX_SHOWN = 100;

const instant = (column: Prisma.Sql) =>
  Prisma.sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The questions to clients about a deposit's lines as the wire has them, the newest first. */
type QuestionRow = LineQuestion;

function questionsOf({ companyId }: CompanyContext, depositId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT q.id, q.line_id, q.email, q.question, q.answer,
      CASE WHEN q.state = 'open' AND q.expires_at <= now() THEN 'expired' ELSE q.state::text END AS state,
      coalesce((SELECT u.username FROM users u WHERE u.id = q.asked_by), '') AS asked_by,
      ${instant(Prisma.sql`q.asked_at`)} AS asked_at, ${instant(Prisma.sql`q.expires_at`)} AS expires_at,
      ${instant(Prisma.sql`q.closed_at`)} AS closed_at
    FROM line_questions q WHERE q.company_id = ${companyId}::uuid AND q.deposit_id = ${depositId}::int
    ORDER BY q.id DESC LIMIT ${MAX_SHOWN}::int`;
}
