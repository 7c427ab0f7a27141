import {
  type DepositAdjustment,
  type DepositLine,
  type LedgerPayment,
  type Match,
  type PlannedPayment,
  Prisma,
} from "@/generated/prisma/client";
import type { LineQuestion } from "@/lib/contracts/questions";
import { LEDGERS, type ProviderId } from "@/lib/providers/list";
import { type HistoryRow, historyQuery } from "@/server/deposits/deposit-history";
import { originOf } from "@/server/deposits/line-origins";
import {
  type EarlierChoice,
  earlierChoicesOf,
  type PlannedRow,
  plannedOf,
} from "@/server/deposits/planned-rows";
import { DEPOSIT_NOT_FOUND } from "@/server/deposits/require-deposit";
import { type TwinRow, twinsOf } from "@/server/deposits/second-records";
import type { CompanyContext } from "@/server/platform/context";
import { NotFoundError } from "@/server/platform/errors";
import { queryPrepared } from "@/server/platform/prepared-queries";
import {
  type CompanyRow,
  companyColumns,
  DEPOSIT_COLUMNS,
  DEPOSIT_JOINS,
  type DepositRow,
  type ShownCompany,
  toShownCompany,
  toShownDeposit,
} from "./columns";

interface Facts {
  /** Of the connected books, as they are stored. */
  booksSettings: unknown;
  /** Null while none are connected. */
  booksProvider: ProviderId | null;
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
    [
      DepositOfSource & CompanyRow & Facts,
      LineRow,
      MatchRow,
      PlannedRow,
      QuestionRow,
      HistoryRow,
      TwinRow,
    ]
  >(ctx, sql.facts, sql.lines, sql.matches, sql.planned, sql.questions, sql.history, sql.twins);
  if (!found) throw new NotFoundError(DEPOSIT_NOT_FOUND);
  const company = toShownCompany(found);
  return { found, company, lines, matches, planned, questions, history, twins };
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
    SELECT ${DEPOSIT_COLUMNS}, ${companyColumns(ctx)}, ${booksSettingsOf(ctx)} AS "booksSettings",
      (SELECT i.provider FROM integrations i WHERE i.company_id = ${companyId}::uuid
        AND i.provider = ANY (${LEDGERS}::provider[]) AND i.status <> 'disconnected' LIMIT 1) AS "booksProvider",
      ${sourceSettingsOf(ctx)} AS "sourceSettings", d.earliest_date::text AS "earliestDate",
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

/** A line as {@link linesOf} reads it: a calendar date, minor units in text. */
export type LineRow = Pick<
  DepositLine,
  | "id"
  | "depositId"
  | "kind"
  | "providerKind"
  | "description"
  | "customerName"
  | "currency"
  | "feePredicted"
  | "accountId"
  | "accountName"
  | "feeAccountId"
  | "feeAccountName"
  | "bookedCustomerId"
  | "bookedCustomerName"
  | "classId"
  | "className"
  | "waitNote"
> & {
  date: string;
  gross: string;
  fee: string;
  net: string;
  /** What the customer paid, where the processor converted it. */
  paidAmount: string | null;
  paidCurrency: string | null;
  /** The live match that explains it. */
  matchId: string | null;
  /** A calendar date: put aside until then. */
  waitUntil: string | null;
  /** See {@link originOf}. */
  origin: unknown;
};

/** The facts that the journal entry shows of a payment that we create or have created. */
export type PlannedFacts = Pick<
  PlannedPayment,
  "itemName" | "itemAccountName" | "taxCodeName" | "invoices"
> & {
  /** Null until the books hold it. */
  createdAt: Date | string | null;
};

/** A match as {@link matchesOf} reads it, with all that it consists of. Minor units in text. */
export type MatchRow = Pick<
  Match,
  "id" | "depositId" | "state" | "origin" | "kind" | "probability" | "currency" | "evidence"
> & {
  difference: string;
  lineIds: number[];
  payments: (Pick<
    LedgerPayment,
    "providerId" | "currency" | "customerName" | "kind" | "referenceNumber" | "bookedTo"
  > & {
    /** Empty where the ledger gave it none. */
    documentNumber: string;
    txnDate: string;
    amount: string;
    planned: PlannedFacts | null;
  })[];
  adjustments: (Pick<
    DepositAdjustment,
    | "accountId"
    | "accountName"
    | "customerId"
    | "customerName"
    | "classId"
    | "className"
    | "description"
  > & {
    amount: string;
  })[];
};

/** The settings of the books that are connected: {@link readLedgerSettings} knows the bank account. */
export function booksSettingsOf({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`(SELECT i.settings FROM integrations i WHERE i.company_id = ${companyId}::uuid
    AND i.provider = ANY (${LEDGERS}::provider[]) AND i.status <> 'disconnected' LIMIT 1)`;
}

/** SQL: the settings of the source of a deposit, which is the row `d`. */
export function sourceSettingsOf({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`(SELECT s.settings FROM integrations s WHERE s.company_id = ${companyId}::uuid
    AND s.id = d.integration_id)`;
}

/** A deposit's row with {@link sourceSettingsOf}. */
export type DepositOfSource = DepositRow & { sourceSettings: unknown };

/** Every line of some deposits, in order. @param page selects the rows of `deposits`. */
export function linesOf(ctx: CompanyContext, page: Prisma.Sql): Prisma.Sql {
  const { companyId } = ctx;
  return Prisma.sql`WITH page AS (${page})
    SELECT l.id, l.deposit_id AS "depositId", l.kind, l.provider_kind AS "providerKind", l.description,
      l.customer_name AS "customerName", l.account_id AS "accountId", l.account_name AS "accountName",
      l.fee_account_id AS "feeAccountId", l.fee_account_name AS "feeAccountName",
      l.booked_customer_id AS "bookedCustomerId", l.booked_customer_name AS "bookedCustomerName",
      l.class_id AS "classId", l.class_name AS "className",
      l.date::text AS date, l.gross::text AS gross, l.fee::text AS fee, l.net::text AS net, l.currency,
      l.paid_amount::text AS "paidAmount", l.paid_currency AS "paidCurrency",
      l.fee_predicted AS "feePredicted", l.wait_until::text AS "waitUntil", l.wait_note AS "waitNote",
      ${originOf(ctx)} AS origin,
      (SELECT ml.match_id FROM match_lines ml
        WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live LIMIT 1) AS "matchId"
    FROM page d JOIN deposit_lines l ON l.company_id = ${companyId}::uuid AND l.deposit_id = d.id
    ORDER BY l.id`;
}

/**
 * The live matches of some deposits, the oldest first; those of one moment by the lines that they explain.
 * @param page selects the rows of `deposits`.
 */
export function matchesOf({ companyId }: CompanyContext, page: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`WITH page AS (${page})
    SELECT m.id, m.deposit_id AS "depositId", m.state, m.origin, m.kind, m.probability, m.currency,
      m.evidence, m.difference::text AS difference,
      ARRAY(SELECT ml.line_id FROM match_lines ml
        WHERE ml.company_id = m.company_id AND ml.match_id = m.id ORDER BY ml.line_id) AS "lineIds",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('providerId', p.provider_id,
          'txnDate', p.txn_date::text, 'amount', p.amount::text, 'currency', p.currency,
          'customerName', p.customer_name, 'kind', p.kind,
          'referenceNumber', p.reference_number, 'bookedTo', p.booked_to,
          'documentNumber', coalesce(p.raw ->> 'DocNumber', ''), 'planned', CASE WHEN pp.payment_id IS NOT NULL
            THEN jsonb_build_object('createdAt', pp.created_in_ledger_at, 'itemName', pp.item_name,
              'itemAccountName', pp.item_account_name, 'taxCodeName', pp.tax_code_name, 'invoices', pp.invoices) END) ORDER BY p.id), '[]')
        FROM match_payments mp
        JOIN ledger_payments p ON p.company_id = mp.company_id AND p.id = mp.payment_id
        LEFT JOIN planned_payments pp ON pp.company_id = p.company_id AND pp.payment_id = p.id
          AND pp.deposit_id = m.deposit_id AND pp.removed_at IS NULL
          AND (pp.created_in_ledger_at IS NULL OR m.created_at <= pp.created_in_ledger_at)
        WHERE mp.company_id = m.company_id AND mp.match_id = m.id) AS payments,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('amount', a.amount::text,
          'accountId', a.account_id, 'accountName', a.account_name,
          'customerId', a.customer_id, 'customerName', a.customer_name,
          'classId', a.class_id, 'className', a.class_name,
          'description', a.description)), '[]')
        FROM deposit_adjustments a WHERE a.company_id = m.company_id
          AND a.deposit_id = m.deposit_id AND a.match_id = m.id) AS adjustments
    FROM page d JOIN matches m ON m.company_id = ${companyId}::uuid AND m.deposit_id = d.id AND m.live
    ORDER BY m.created_at, "lineIds", m.id`;
}

/** A deposit with its lines, as the ORM would return them, with dates as text. */
export function toStoredDeposit(
  row: DepositOfSource,
  lines: readonly LineRow[],
  company: ShownCompany,
) {
  return {
    ...toShownDeposit(row, company),
    integration: { settings: row.sourceSettings },
    lines: lines.map((line) => ({
      ...line,
      gross: BigInt(line.gross),
      fee: BigInt(line.fee),
      net: BigInt(line.net),
    })),
  };
}

/** A match as the ORM would have it. */
export function toStoredMatch({ lineIds, payments, adjustments, ...match }: MatchRow) {
  return {
    ...match,
    difference: BigInt(match.difference),
    lines: lineIds.map((lineId) => ({ lineId })),
    payments: payments.map((payment) => ({
      payment: {
        ...payment,
        txnDate: new Date(payment.txnDate),
        amount: BigInt(payment.amount),
      },
    })),
    adjustments: adjustments.map((each) => ({ ...each, amount: BigInt(each.amount) })),
  };
}

/** The lines that an accepted match explains: while the deposit is open, its decided lines. */
export function decidedLineIds(
  matches: readonly { state: Match["state"]; lines: { lineId: number }[] }[],
): ReadonlySet<number> {
  return new Set(
    matches.flatMap(({ state, lines }) =>
      state === "accepted" ? lines.map(({ lineId }) => lineId) : [],
    ),
  );
}

/** Those that a live match explains. */
export function matchedLineIds(lines: readonly LineRow[]): ReadonlySet<number> {
  return new Set(lines.filter(({ matchId }) => matchId !== null).map(({ id }) => id));
}
