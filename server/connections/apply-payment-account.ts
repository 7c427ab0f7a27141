import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Opens the payments that were booked to the chosen account, from its day on and in its currency, and closes those
 * booked to any other account, or before that day. What is deposited stays so. The only place that decides it:
 * QuickBooks says where a payment is, not whether it waits there.
 * @param paymentIds of our rows; absent: all of the company's.
 */
export async function applyPaymentAccount(
  tx: Tx,
  { companyId }: CompanyContext,
  paymentIds?: readonly number[],
): Promise<{ opened: number; closed: number }> {
  const isOneOfThem = paymentIds
    ? Prisma.sql`AND p.id = ANY (${[...paymentIds]}::int[])`
    : Prisma.empty;
  const changed = await tx.$queryRaw<{ state: "open" | "gone" }[]>`
    UPDATE ledger_payments changed SET state = due.state, updated_at = now()::timestamptz(3)
    FROM (SELECT p.id, CASE
        WHEN p.booked_to = i.settings #>> '{paymentAccount,id}'
          AND p.currency = i.settings #>> '{paymentAccount,currency}'
          AND p.txn_date >= (i.settings #>> '{paymentAccount,from}')::date
        THEN 'open' ELSE 'gone' END::ledger_payment_state AS state
      FROM ledger_payments p
      JOIN integrations i ON i.company_id = p.company_id AND i.id = p.integration_id
      WHERE p.company_id = ${companyId}::uuid AND p.booked_to IS NOT NULL
        AND p.state IN ('open', 'gone') ${isOneOfThem}) due
    WHERE changed.company_id = ${companyId}::uuid AND changed.id = due.id
      AND changed.state <> due.state
    RETURNING changed.state`;
  const opened = changed.filter(({ state }) => state === "open").length;
  return { opened, closed: changed.length - opened };
}
