import { Prisma } from "@/generated/prisma/client";
import { parseCustomer } from "@/server/deposits/findings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { repeatAfterDeadlock } from "@/server/platform/with-company-lock";
import type {
  LedgerCustomer,
  LedgerPaymentRecord,
  StoredCustomers,
  StoredRows,
} from "@/server/providers/ledger";
import type { ClaimedRun } from "./claim-run";

/**
 * Keeps a page of ledger payments in one statement, keyed by kind and the ledger's id. Those that were booked to
 * another account than Undeposited Funds are new as "gone": see applyPaymentAccount.
 * @returns how many are new or differ from what was stored.
 */
export async function storeLedgerPayments(
  ctx: CompanyContext,
  run: ClaimedRun,
  records: LedgerPaymentRecord[],
): Promise<number> {
  if (records.length === 0) return 0;
  // One row per key: a page can repeat a row, and ON CONFLICT takes each only once.
  const byKey = new Map(records.map((record) => [`${record.kind} ${record.providerId}`, record]));
  const rows = [...byKey.values()].map((record) => ({
    kind: record.kind,
    provider_id: record.providerId,
    state: stateOf(record),
    txn_date: record.date,
    amount: record.amount,
    currency: record.currency,
    worth_amount: record.worth?.amount ?? null,
    worth_currency: record.worth?.currency ?? null,
    customer_name: record.customerName,
    customer_id: record.customerId,
    customer_email: record.customerEmail,
    customer: record.customer,
    reference_number: record.referenceNumber,
    note: record.note,
    payment_method: record.paymentMethod,
    applied_to: record.appliedTo,
    deposited_on: record.depositedOn,
    booked_to: record.bookedTo,
    raw: record.raw ?? {},
  }));
  // What we deposited while this run was reading stays deposited: the answer is older than our Deposit. Of a payment
  // in another account QuickBooks says neither whether it is open nor whether it is deposited: that is ours to know.
  const startedAt = run.startedAt ?? new Date();
  const isOurs = Prisma.sql`(stored.state = 'deposited' AND stored.updated_at > ${startedAt}
    OR stored.booked_to = excluded.booked_to AND excluded.deposited_on IS NULL)`;
  const state = Prisma.sql`CASE WHEN ${isOurs} THEN stored.state ELSE excluded.state END`;
  // A posting that ends meanwhile changes some of them, in an order of its own.
  const stored = await repeatAfterDeadlock(
    () => db(ctx).$queryRaw<{ changed: boolean }[]>`
    INSERT INTO ledger_payments AS stored (company_id, integration_id, kind, provider_id, state,
      txn_date, amount, currency, worth_amount, worth_currency, customer_name, customer_id, customer_email,
      customer, reference_number, note, payment_method, applied_to, deposited_on, booked_to, raw, seen_by,
      updated_at)
    SELECT ${ctx.companyId}::uuid, ${run.integrationId}::uuid, kind::ledger_payment_kind, provider_id,
      state::ledger_payment_state, txn_date, amount, currency, worth_amount, worth_currency, customer_name,
      customer_id, customer_email, customer, reference_number, note, payment_method,
      nullif(applied_to, 'null'::jsonb), deposited_on, booked_to, raw,
      ${run.id}::uuid, now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS input (kind text, provider_id text,
      state text, txn_date date, amount bigint, currency char(3), worth_amount bigint, worth_currency char(3), customer_name text,
      customer_id text, customer_email text, customer jsonb, reference_number text, note text,
      payment_method text, applied_to jsonb, deposited_on text, booked_to text, raw jsonb)
    ON CONFLICT (company_id, integration_id, kind, provider_id) DO UPDATE SET
      state = ${state},
      deposited_on = CASE WHEN ${isOurs} THEN stored.deposited_on ELSE excluded.deposited_on END,
      txn_date = excluded.txn_date, amount = excluded.amount,
      currency = excluded.currency, worth_amount = excluded.worth_amount,
      worth_currency = excluded.worth_currency, customer_name = excluded.customer_name,
      customer_id = excluded.customer_id, customer_email = excluded.customer_email,
      customer = excluded.customer,
      reference_number = excluded.reference_number, note = excluded.note,
      payment_method = excluded.payment_method, applied_to = excluded.applied_to,
      booked_to = excluded.booked_to, raw = excluded.raw, seen_by = excluded.seen_by,
      updated_at = CASE WHEN (stored.state, stored.txn_date, stored.amount, stored.currency,
          stored.customer_name, stored.reference_number, stored.note, stored.applied_to)
        IS DISTINCT FROM (${state}, excluded.txn_date, excluded.amount, excluded.currency,
          excluded.customer_name, excluded.reference_number, excluded.note, excluded.applied_to)
        THEN now()::timestamptz(3) ELSE stored.updated_at END
    RETURNING (stored.updated_at = now()::timestamptz(3)) AS changed`,
  );
  return stored.filter((row) => row.changed).length;
}

function stateOf(record: LedgerPaymentRecord): "open" | "deposited" | "gone" {
  if (record.open) return "open";
  return record.depositedOn === null ? "gone" : "deposited";
}

/** What the last syncs of this connection have stored. */
export function storedRows(ctx: CompanyContext, run: ClaimedRun): StoredRows {
  const ofConnection = { companyId: ctx.companyId, integrationId: run.integrationId };
  const select = { kind: true, providerId: true } as const;
  return {
    customers: storedCustomers(ctx, run),
    paymentsOn: (depositIds) =>
      db(ctx).ledgerPayment.findMany({
        where: { ...ofConnection, depositedOn: { in: depositIds } },
        select,
      }),
    linesOf: (entryIds) =>
      db(ctx).ledgerPayment.findMany({
        where: {
          ...{ ...ofConnection, kind: "JournalEntry", state: { not: "gone" } },
          OR: entryIds.map((id) => ({ providerId: { startsWith: `${id}:` } })),
        },
        select,
      }),
  };
}

/** Customers as they are stored with their payments and invoices. */
export function storedCustomers(ctx: CompanyContext, run: ClaimedRun): StoredCustomers {
  return async (ids) => {
    const rows = await db(ctx).$queryRaw<{ id: string; customer: unknown }[]>`
      SELECT DISTINCT ON (customer_id) customer_id AS id, customer FROM (
        SELECT company_id, integration_id, customer_id, customer FROM ledger_payments
        UNION ALL
        SELECT company_id, integration_id, customer_id, customer FROM ledger_invoices) AS sold
      WHERE company_id = ${ctx.companyId}::uuid AND integration_id = ${run.integrationId}::uuid
        AND customer_id = ANY(${ids}) AND customer IS NOT NULL
      ORDER BY customer_id`;
    return rows.flatMap(({ id, customer }) => {
      const profile = parseCustomer(customer);
      return profile ? [{ ...profile, id }] : [];
    });
  };
}

/** Writes changed customers to all payments and invoices that name them. Customers without either are not kept. */
export async function storeLedgerCustomers(
  ctx: CompanyContext,
  run: ClaimedRun,
  customers: LedgerCustomer[],
): Promise<void> {
  if (customers.length === 0) return;
  const rows = JSON.stringify(customers.map((customer) => ({ id: customer.id, customer })));
  for (const table of ["ledger_payments", "ledger_invoices"]) {
    await db(ctx).$executeRaw`
      UPDATE ${Prisma.raw(table)} AS stored SET customer = input.customer
      FROM jsonb_to_recordset(${rows}::jsonb) AS input (id text, customer jsonb)
      WHERE stored.company_id = ${ctx.companyId}::uuid
        AND stored.integration_id = ${run.integrationId}::uuid
        AND stored.customer_id = input.id AND stored.customer IS DISTINCT FROM input.customer`;
  }
}
