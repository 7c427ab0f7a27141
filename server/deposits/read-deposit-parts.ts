import {
  type DepositAdjustment,
  type DepositLine,
  type LedgerPayment,
  type Match,
  type PlannedPayment,
  Prisma,
} from "@/generated/prisma/client";
import { LEDGER } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import type { DepositRow } from "./columns";
import { toShownDeposit } from "./to-shown-deposit";

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
  /** The live match that explains it. */
  matchId: string | null;
  /** A calendar date: put aside until then. */
  waitUntil: string | null;
};

/** What of a payment that we create, or have created, its journal entry shows. */
export type PlannedFacts = Pick<
  PlannedPayment,
  "itemName" | "itemAccountName" | "taxCodeName" | "invoices"
> & {
  /** Null until QuickBooks holds it. */
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
    /** Empty where QuickBooks gave it none. */
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
    AND i.provider = ${LEDGER}::provider AND i.status <> 'disconnected' LIMIT 1)`;
}

/** SQL: the settings of the source of a deposit, which is the row `d`. */
export function sourceSettingsOf({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`(SELECT s.settings FROM integrations s WHERE s.company_id = ${companyId}::uuid
    AND s.id = d.integration_id)`;
}

/** A deposit's row with {@link sourceSettingsOf}. */
export type DepositOfSource = DepositRow & { sourceSettings: unknown };

/** Every line of some deposits, in order. @param page selects the rows of `deposits`. */
export function linesOf({ companyId }: CompanyContext, page: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`WITH page AS (${page})
    SELECT l.id, l.deposit_id AS "depositId", l.kind, l.provider_kind AS "providerKind", l.description,
      l.customer_name AS "customerName", l.account_id AS "accountId", l.account_name AS "accountName",
      l.fee_account_id AS "feeAccountId", l.fee_account_name AS "feeAccountName",
      l.booked_customer_id AS "bookedCustomerId", l.booked_customer_name AS "bookedCustomerName",
      l.class_id AS "classId", l.class_name AS "className",
      l.date::text AS date, l.gross::text AS gross, l.fee::text AS fee, l.net::text AS net, l.currency,
      l.fee_predicted AS "feePredicted", l.wait_until::text AS "waitUntil", l.wait_note AS "waitNote",
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

/** A deposit with its lines, as the ORM would have them, but for calendar dates. */
export function toStoredDeposit(
  { sourceSettings, ...row }: DepositOfSource,
  lines: readonly LineRow[],
) {
  return {
    ...toShownDeposit(row),
    integration: { settings: sourceSettings },
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

/** Those that an accepted match explains: while the deposit is open, users have decided about them. */
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
