import { Prisma } from "@/generated/prisma/client";
import { plannedInvoices } from "@/lib/constants/planned-invoices";
import type { PlannedPaymentView } from "@/lib/contracts/deposit-detail";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** A planned or created payment as {@link plannedOf} reads it. */
export interface PlannedRow {
  paymentId: string;
  matchId: string;
  /** ISO 8601, UTC. */
  createdAt: string | null;
  isNewCustomer: boolean;
  item: string | null;
  taxCode: string | null;
  class: string | null;
  reference: string;
  note: string;
  invoices: unknown;
  /** Minor units in text. */
  credit: string;
}

/** What users chose to have created in the ledger for some deposits. @param page selects the rows of `deposits`. */
export function plannedOf({ companyId }: CompanyContext, page: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`WITH page AS (${page})
    SELECT p.provider_id AS "paymentId", mp.match_id AS "matchId",
      to_char(pp.created_in_ledger_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
      pp.new_customer AS "isNewCustomer", pp.item_name AS item, pp.tax_code_name AS "taxCode",
      pp.class_name AS class, p.reference_number AS reference, p.note, pp.invoices,
      pp.credit::text AS credit
    FROM page d
    JOIN planned_payments pp ON pp.company_id = ${companyId}::uuid AND pp.deposit_id = d.id
      AND pp.removed_at IS NULL
    JOIN ledger_payments p ON p.company_id = pp.company_id AND p.id = pp.payment_id
    JOIN match_payments mp ON mp.company_id = p.company_id AND mp.payment_id = p.id AND mp.live
    ORDER BY p.id`;
}

/** A planned payment as the wire has it. */
export function toPlannedView(row: PlannedRow, currency: string): PlannedPaymentView {
  return {
    payment_id: row.paymentId,
    match_id: row.matchId,
    created_at: row.createdAt,
    is_new_customer: row.isNewCustomer,
    item: row.item ?? "",
    tax_code: row.taxCode ?? "",
    class: row.class ?? "",
    reference: row.reference,
    note: row.note,
    invoices: plannedInvoices.parse(row.invoices).map(({ invoiceId, number, amount }) => ({
      Id: invoiceId,
      number,
      amount: toWireDecimal(amount, currency),
    })),
    credit: toWireDecimal(Number(row.credit), currency),
  };
}

/**
 * Removes the planned payments of deposits whose matches have ended. One that the books may hold stays: the
 * undo that looks for it there needs its request id.
 */
export async function removePlanned(
  tx: Tx,
  { companyId }: CompanyContext,
  depositIds: readonly number[],
): Promise<void> {
  await tx.ledgerPayment.deleteMany({
    where: {
      companyId,
      state: "planned",
      planned: { depositId: { in: [...depositIds] }, sentAt: null },
      matchedPayments: { none: { live: true } },
    },
  });
}

/** What a user had chosen for lines of a deposit before its match was undone. */
export interface EarlierChoice {
  lineIds: number[];
  /** The ledger's ids. */
  paymentIds: string[];
}

/**
 * SQL: the rows of {@link EarlierChoice} of a deposit, the latest first, that can be made again: no one has decided
 * about their lines since, and their payments are open. What a user took back alone is none.
 * @param depositId SQL for the deposit's id
 */
export function earlierChoicesOf({ companyId }: CompanyContext, depositId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT
      ARRAY(SELECT l.line_id FROM match_lines l
        WHERE l.company_id = m.company_id AND l.match_id = m.id ORDER BY l.line_id) AS "lineIds",
      ARRAY(SELECT p.provider_id FROM match_payments mp
        JOIN ledger_payments p ON p.company_id = mp.company_id AND p.id = mp.payment_id
        WHERE mp.company_id = m.company_id AND mp.match_id = m.id ORDER BY p.id) AS "paymentIds"
    FROM matches m
    WHERE m.company_id = ${companyId}::uuid AND m.deposit_id = ${depositId} AND m.state = 'undone'
      AND m.origin = 'manual' AND m.undone_with_deposit
      AND EXISTS (SELECT FROM match_payments mp
        WHERE mp.company_id = m.company_id AND mp.match_id = m.id)
      AND NOT EXISTS (SELECT FROM match_lines l
        JOIN match_lines since ON since.company_id = l.company_id AND since.line_id = l.line_id AND since.live
        JOIN matches decided ON decided.company_id = since.company_id AND decided.id = since.match_id
          AND decided.state = 'accepted'
        WHERE l.company_id = m.company_id AND l.match_id = m.id)
      AND NOT EXISTS (SELECT FROM match_payments mp
        JOIN ledger_payments p ON p.company_id = mp.company_id AND p.id = mp.payment_id
        JOIN integrations i ON i.company_id = p.company_id AND i.id = p.integration_id
        WHERE mp.company_id = m.company_id AND mp.match_id = m.id
          AND (p.state <> 'open' OR i.status = 'disconnected' OR EXISTS (
            SELECT FROM match_payments other
            JOIN matches taken ON taken.company_id = other.company_id AND taken.id = other.match_id
              AND taken.state = 'accepted'
            WHERE other.company_id = p.company_id AND other.payment_id = p.id AND other.live)))
    ORDER BY m.decided_at DESC, m.created_at, m.id`;
}
