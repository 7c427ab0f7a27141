import type { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { CredentialStore } from "@/server/providers/credential-store";
import type { Ledger, LedgerInvoiceRecord } from "@/server/providers/ledger";
import { type ClaimedRun, updateRun } from "./claim-run";
import { storedCustomers } from "./store-ledger-payments";

/**
 * Reads the ledger's open invoices: all of them at first, later what changed. Part of a sync, after its
 * payments.
 * @param since ISO instant of the last sync that read them; absent: none did
 * @returns how many are open now, and how many have changed.
 */
export async function syncInvoices(
  ctx: CompanyContext,
  run: ClaimedRun,
  { ledger, store }: { ledger: Ledger; store: CredentialStore<unknown> },
  since: string | undefined,
): Promise<{ open: number; changed: number }> {
  await updateRun(ctx, run, { stage: "Importing invoices" });
  let changed = 0;
  let everything = false;
  for await (const page of ledger.invoices(store, since, storedCustomers(ctx, run))) {
    changed += await storeLedgerInvoices(ctx, run, page.invoices);
    if (page.deleted.length > 0) {
      changed += await closeInvoices(ctx, run, { providerId: { in: page.deleted } });
    }
    everything ||= page.everything;
  }
  if (everything) {
    // Paid, voided or deleted: a read of the open ones does not tell.
    const unseen = { OR: [{ lastSeenRunId: null }, { NOT: { lastSeenRunId: run.id } }] };
    changed += await closeInvoices(ctx, run, { ...unseen, state: "open" });
  }
  const open = await db(ctx).ledgerInvoice.count({ where: { ...ofRun(run), state: "open" } });
  return { open, changed };
}

function ofRun({ companyId, integrationId }: ClaimedRun) {
  return { companyId, integrationId };
}

async function closeInvoices(
  ctx: CompanyContext,
  run: ClaimedRun,
  which: Prisma.LedgerInvoiceWhereInput,
): Promise<number> {
  const gone = await db(ctx).ledgerInvoice.updateMany({
    where: { state: { not: "gone" }, ...which, ...ofRun(run) },
    data: { state: "gone", balance: 0 },
  });
  return gone.count;
}

/**
 * Keeps a page of invoices in one statement, keyed by the ledger's id. One that is not open is only kept
 * where it was known as open.
 * @returns how many are new or differ from what was stored.
 */
async function storeLedgerInvoices(
  ctx: CompanyContext,
  run: ClaimedRun,
  records: LedgerInvoiceRecord[],
): Promise<number> {
  if (records.length === 0) return 0;
  // One row per key: a page can repeat a row, and ON CONFLICT takes each only once.
  const byId = new Map(records.map((record) => [record.providerId, record]));
  const rows = [...byId.values()].map((record) => ({
    provider_id: record.providerId,
    state: stateOf(record),
    number: record.number,
    txn_date: record.date,
    due_date: record.dueDate,
    total: record.total,
    balance: record.balance,
    currency: record.currency,
    customer_name: record.customerName,
    customer_id: record.customerId,
    customer_email: record.customerEmail,
    customer: record.customer,
    note: record.note,
  }));
  const stored = await db(ctx).$queryRaw<{ changed: boolean }[]>`
    INSERT INTO ledger_invoices AS stored (company_id, integration_id, provider_id, state, number,
      txn_date, due_date, total, balance, currency, customer_name, customer_id, customer_email, customer,
      note, seen_by, updated_at)
    SELECT ${ctx.companyId}::uuid, ${run.integrationId}::uuid, provider_id, state::ledger_invoice_state,
      number, txn_date, due_date, total, balance, currency, customer_name, customer_id, customer_email,
      customer, note, ${run.id}::uuid, now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS input (provider_id text, state text,
      number text, txn_date date, due_date date, total bigint, balance bigint, currency char(3),
      customer_name text, customer_id text, customer_email text, customer jsonb, note text)
    WHERE state = 'open' OR EXISTS (SELECT FROM ledger_invoices known
      WHERE known.company_id = ${ctx.companyId}::uuid
        AND known.integration_id = ${run.integrationId}::uuid
        AND known.provider_id = input.provider_id)
    ON CONFLICT (company_id, integration_id, provider_id) DO UPDATE SET
      state = excluded.state, number = excluded.number, txn_date = excluded.txn_date,
      due_date = excluded.due_date, total = excluded.total, balance = excluded.balance,
      currency = excluded.currency, customer_name = excluded.customer_name,
      customer_id = excluded.customer_id, customer_email = excluded.customer_email,
      -- The customers of invoices that are not open are not looked up.
      customer = coalesce(excluded.customer, stored.customer),
      note = excluded.note, seen_by = excluded.seen_by,
      updated_at = CASE WHEN (stored.state, stored.number, stored.txn_date, stored.due_date, stored.total,
          stored.balance, stored.currency, stored.customer_name, stored.note)
        IS DISTINCT FROM (excluded.state, excluded.number, excluded.txn_date, excluded.due_date,
          excluded.total, excluded.balance, excluded.currency, excluded.customer_name, excluded.note)
        THEN now()::timestamptz(3) ELSE stored.updated_at END
    RETURNING (stored.updated_at = now()::timestamptz(3)) AS changed`;
  return stored.filter((row) => row.changed).length;
}

/** A voided invoice remains in the ledger, with a total of zero. */
function stateOf({ total, balance }: LedgerInvoiceRecord): "open" | "paid" | "gone" {
  if (balance > 0) return "open";
  return total === 0 ? "gone" : "paid";
}
