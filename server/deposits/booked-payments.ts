import { Prisma } from "@/generated/prisma/client";
import { LEDGER } from "@/lib/providers/list";
import type { BookedPayment, OpenCharge } from "@/server/deposits/recorded-twice";
import { processorKey } from "@/matching/engine/records/payment-method-hint";
import type { CompanyContext } from "@/server/platform/context";

/** Minor units in text, as JSON has no bigints. */
export type BookedRow = Omit<BookedPayment, "amount"> & { amount: string };
export type ChargeRow = Omit<OpenCharge, "gross" | "net"> & { gross: string; net: string };

/** SQL: a row of `ledger_payments` as {@link BookedRow}. */
export function bookedRow(alias: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`jsonb_build_object('id', ${alias}.id, 'kind', ${alias}.kind,
    'providerId', ${alias}.provider_id,
    'documentNumber', coalesce(${alias}.raw ->> 'DocNumber', ''),
    'date', ${alias}.txn_date::text, 'amount', ${alias}.amount::text, 'currency', ${alias}.currency,
    'customerId', ${alias}.customer_id, 'customerName', ${alias}.customer_name,
    'reference', ${alias}.reference_number, 'note', ${alias}.note,
    'paymentMethod', ${alias}.payment_method)`;
}

/**
 * SQL: the charges of open deposits that no match explains, and open payouts without lines, as columns of
 * {@link ChargeRow}.
 */
export function openCharges({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`SELECT d.id AS "depositId", coalesce(l.date, d.txn_date)::text AS date, d.currency,
      coalesce(l.gross, d.amount)::text AS gross, coalesce(l.net, d.amount)::text AS net,
      coalesce(l.customer_name, '') AS "customerName", l.id IS NULL AS "isWholePayout"
    FROM deposits d
    LEFT JOIN deposit_lines l ON l.company_id = d.company_id AND l.deposit_id = d.id AND d.itemized
    WHERE d.company_id = ${companyId}::uuid AND d.deleted_at IS NULL
      AND d.status IN ('pending', 'suggested')
      AND CASE WHEN l.id IS NULL THEN NOT d.itemized AND NOT EXISTS (SELECT FROM matches m
          WHERE m.company_id = d.company_id AND m.deposit_id = d.id AND m.live)
        ELSE l.kind = 'charge' AND NOT EXISTS (SELECT FROM match_lines ml
          WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live) END`;
}

/** How many of the newest payouts are searched for their newest charge. */
const NEWEST = Prisma.sql`LIMIT 3`;

/** SQL: the day of the newest charge that was paid out in a currency. */
export function paidOutUntil({ companyId }: CompanyContext, currency: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT max(l.date)::text FROM (SELECT d.id FROM deposits d
      WHERE d.company_id = ${companyId}::uuid AND d.currency = ${currency} AND d.deleted_at IS NULL
      ORDER BY d.txn_date DESC, d.id DESC ${NEWEST}) newest
    JOIN deposit_lines l ON l.company_id = ${companyId}::uuid AND l.deposit_id = newest.id
      AND l.kind = 'charge')`;
}

/** SQL: the connected processors. */
export function connectedProcessors({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT i.provider::text FROM integrations i
    WHERE i.company_id = ${companyId}::uuid AND i.provider <> ${LEDGER}::provider
      AND i.status <> 'disconnected')`;
}

export function toBookedPayment(row: BookedRow): BookedPayment {
  return { ...row, amount: Number(row.amount) };
}

export function toOpenCharge(row: ChargeRow): OpenCharge {
  return { ...row, gross: Number(row.gross), net: Number(row.net) };
}

export function toProcessors(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map(processorKey));
}
