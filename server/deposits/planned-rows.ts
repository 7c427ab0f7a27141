import { Prisma } from "@/generated/prisma/client";
import type { PlannedPaymentView } from "@/lib/contracts/deposits";
import { plannedInvoices } from "@/lib/contracts/values/planned-invoices";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";

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
