import {
  type Deposit,
  type DepositAdjustment,
  type DepositLine,
  type Integration,
  type LedgerPayment,
  Prisma,
} from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** Deposits the engine may work on: open, not deleted, and really on their way or at the bank. */
export const openDeposit = {
  status: { in: ["pending", "suggested"] },
  payoutStatus: { in: ["paid"] },
  deletedAt: null,
} satisfies Prisma.DepositWhereInput;

/**
 * Payments that a match may use: open in the connected ledger, and in no accepted match. Those that are
 * only proposed somewhere are free to be proposed elsewhere.
 */
export const freePayment = {
  state: "open",
  integration: { status: { not: "disconnected" } },
  matchedPayments: { none: { live: true, match: { state: "accepted" } } },
} satisfies Prisma.LedgerPaymentWhereInput;

/** SQL: all of lines `l` that the engine and the sums read. */
export const lineColumns = Prisma.sql`l.id, l.kind, l.provider_kind AS "providerKind", l.date, l.gross, l.fee, l.net,
  l.fee_predicted AS "feePredicted", l.account_id AS "accountId", l.fee_account_id AS "feeAccountId",
  l.class_id AS "classId", l.class_name AS "className", l.booked_customer_id AS "bookedCustomerId",
  l.booked_customer_name AS "bookedCustomerName", l.description, l.reference, l.customer,
  l.customer_name AS "customerName", l.customer_email AS "customerEmail", l.numbers,
  l.charge_id AS "chargeId", l.paid_amount AS "paidAmount", l.paid_currency AS "paidCurrency"`;

export type OpenLine = Pick<
  DepositLine,
  | ("id" | "kind" | "providerKind" | "date" | "gross" | "fee" | "net" | "feePredicted")
  | ("accountId" | "feeAccountId" | "classId" | "className" | "bookedCustomerId")
  | ("bookedCustomerName" | "description" | "reference" | "customer" | "customerName")
  | ("customerEmail" | "numbers" | "chargeId" | "paidAmount" | "paidCurrency")
>;

/** SQL: all of payments `p` that the engine reads. */
export const paymentColumns = Prisma.sql`p.id, p.provider_id AS "providerId", p.kind, p.txn_date AS "txnDate",
  p.amount, p.currency, p.customer, p.customer_name AS "customerName", p.customer_email AS "customerEmail",
  p.reference_number AS "referenceNumber", p.note, p.payment_method AS "paymentMethod",
  p.applied_to AS "appliedTo", p.worth_amount AS "worthAmount", p.worth_currency AS "worthCurrency",
  p.booked_to AS "bookedTo"`;

export type OpenPayment = Pick<
  LedgerPayment,
  | ("id" | "providerId" | "kind" | "txnDate" | "amount" | "currency" | "customer" | "customerName")
  | ("customerEmail" | "referenceNumber" | "note" | "paymentMethod" | "appliedTo" | "worthAmount")
  | ("worthCurrency" | "bookedTo")
>;

/** SQL: of deposits `d` of connections `i`. */
export const depositColumns = Prisma.sql`d.id, d.provider_id AS "providerId", d.txn_date AS "txnDate", d.amount,
  d.currency, d.description, d.itemized,
  json_build_object('provider', i.provider, 'settings', i.settings) AS integration`;

export type DepositFacts = Pick<
  Deposit,
  "id" | "providerId" | "txnDate" | "amount" | "currency" | "description" | "itemized"
> & { integration: Pick<Integration, "provider" | "settings"> };

/** A line decision of a user: its sums. */
interface DecidedPart {
  lines: { lineId: number }[];
  payments: { payment: Pick<LedgerPayment, "amount"> }[];
  adjustments: Pick<
    DepositAdjustment,
    | ("amount" | "accountId" | "description" | "customerId" | "customerName" | "classId")
    | "className"
  >[];
}

/** An open deposit with its line decisions. */
export interface OpenDeposit extends DepositFacts, Pick<Deposit, "findings" | "integrationId"> {
  lines: OpenLine[];
  matches: DecidedPart[];
}

/** As JSON has no dates and no large numbers. */
export type Stored<Row> = {
  [Name in keyof Row]: Row[Name] extends Date
    ? string
    : Row[Name] extends bigint
      ? number
      : Row[Name] extends bigint | null
        ? number | null
        : Row[Name];
};

/** Deposits that are still to be matched, of these ids. One statement, whose answer is one text: many cells take long. */
export async function loadDeposits(
  tx: Tx,
  { companyId }: CompanyContext,
  ids: readonly number[],
): Promise<OpenDeposit[]> {
  if (ids.length === 0) return [];
  const id = Prisma.sql`${companyId}::uuid`;
  const [found] = await tx.$queryRaw<[{ rows: string }]>`
    SELECT coalesce(json_agg(r ORDER BY r.id), '[]')::text AS rows FROM (
      SELECT ${depositColumns}, d.findings, d.integration_id AS "integrationId",
        (SELECT coalesce(json_agg(o ORDER BY o.id), '[]') FROM (SELECT ${lineColumns} FROM deposit_lines l
          WHERE l.company_id = ${id} AND l.deposit_id = d.id) AS o) AS lines,
        (SELECT coalesce(json_agg(json_build_object(
          'lines', ARRAY(SELECT json_build_object('lineId', u.line_id) FROM match_lines u
            WHERE u.company_id = ${id} AND u.match_id = m.id ORDER BY u.line_id),
          'payments', ARRAY(SELECT json_build_object('payment', json_build_object('amount', p.amount))
            FROM match_payments u JOIN ledger_payments p ON p.company_id = ${id} AND p.id = u.payment_id
            WHERE u.company_id = ${id} AND u.match_id = m.id ORDER BY p.id),
          'adjustments', ARRAY(SELECT json_build_object('amount', a.amount, 'accountId', a.account_id,
              'description', a.description, 'customerId', a.customer_id, 'customerName', a.customer_name,
              'classId', a.class_id, 'className', a.class_name)
            FROM deposit_adjustments a WHERE a.company_id = ${id} AND a.match_id = m.id ORDER BY a.id))
          ORDER BY m.created_at, m.id), '[]')
          FROM matches m WHERE m.company_id = ${id} AND m.deposit_id = d.id AND m.state = 'accepted') AS matches
      FROM deposits d JOIN integrations i ON i.company_id = ${id} AND i.id = d.integration_id
      WHERE d.company_id = ${id} AND d.id = ANY(${[...ids]}::int[]) AND d.status IN ('pending', 'suggested')
        AND d.payout_status = 'paid' AND d.deleted_at IS NULL) AS r`;
  const rows: StoredDeposit[] = JSON.parse(found.rows);
  return rows.map(({ lines, matches, findings, integrationId, ...deposit }) => ({
    ...toDeposit(deposit),
    ...{ findings, integrationId },
    lines: lines.map(toLine),
    matches: matches.map((match) => ({
      ...match,
      payments: match.payments.map(({ payment }) => ({
        payment: { amount: BigInt(payment.amount) },
      })),
      adjustments: match.adjustments.map((each) => ({ ...each, amount: BigInt(each.amount) })),
    })),
  }));
}

interface StoredDeposit
  extends Stored<DepositFacts>,
    Pick<OpenDeposit, "findings" | "integrationId"> {
  lines: Stored<OpenLine>[];
  matches: (Pick<DecidedPart, "lines"> & {
    payments: { payment: { amount: number } }[];
    adjustments: Stored<DecidedPart["adjustments"][number]>[];
  })[];
}

/** Payments that a match may use, of these ids. */
export async function loadPayments(
  tx: Tx,
  { companyId }: CompanyContext,
  ids: readonly number[],
): Promise<OpenPayment[]> {
  if (ids.length === 0) return [];
  const id = Prisma.sql`${companyId}::uuid`;
  const [found] = await tx.$queryRaw<[{ rows: string }]>`
    SELECT coalesce(json_agg(r ORDER BY r.id), '[]')::text AS rows FROM (
      SELECT ${paymentColumns} FROM ledger_payments p
      JOIN integrations i ON i.company_id = ${id} AND i.id = p.integration_id AND i.status <> 'disconnected'
      WHERE p.company_id = ${id} AND p.id = ANY(${[...ids]}::int[]) AND p.state = 'open'
        AND NOT EXISTS (SELECT FROM match_payments u
          JOIN matches m ON m.company_id = ${id} AND m.id = u.match_id
          WHERE u.company_id = ${id} AND u.payment_id = p.id AND u.live AND m.state = 'accepted')) AS r`;
  const rows: Stored<OpenPayment>[] = JSON.parse(found.rows);
  return rows.map(toPayment);
}

export function toDeposit(row: Stored<DepositFacts>): DepositFacts {
  return { ...row, txnDate: new Date(row.txnDate), amount: BigInt(row.amount) };
}

export function toLine(row: Stored<OpenLine>): OpenLine {
  return {
    ...row,
    date: new Date(row.date),
    gross: BigInt(row.gross),
    fee: BigInt(row.fee),
    net: BigInt(row.net),
    paidAmount: row.paidAmount === null ? null : BigInt(row.paidAmount),
  };
}

export function toPayment(row: Stored<OpenPayment>): OpenPayment {
  return {
    ...row,
    txnDate: new Date(row.txnDate),
    amount: BigInt(row.amount),
    worthAmount: row.worthAmount === null ? null : BigInt(row.worthAmount),
  };
}
