import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { readCompanyFacts, refreshCompanyFacts } from "@/server/connections/company-facts";
import { credentialStore } from "@/server/connections/credentials";
import { providerName } from "@/server/connections/find";
import { applyPaymentAccount } from "@/server/connections/payment-account";
import { releaseStaleMatches } from "@/server/matches/write-matches";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { freeBookedPayments, reconcilePosted } from "@/server/posting/reconcile-posted";
import type { CredentialStore } from "@/server/providers/credential-store";
import type { Ledger, LedgerInvoiceRecord, LedgerPaymentRef } from "@/server/providers/ledger";
import { releaseBlockedPostings } from "@/server/work/postings";
import { type ClaimedRun, type SyncOutcome, updateRun } from "./claim-run";
import { bookedElsewhere, postedDepositsOf } from "./deposits-in-books";
import {
  storedCustomers,
  storedRows,
  storeLedgerCustomers,
  storeLedgerPayments,
} from "./store-ledger-payments";

/** A change may be stamped before it can be seen, and where only our clock is known, clocks differ. */
const OVERLAP_MS = 10 * 60_000;
/** QuickBooks reports changes of the last 30 days; after a longer pause everything is read again. */
const LONGEST_PAUSE_MS = 25 * 86_400_000;

/**
 * Without `withCustomers`, `withMethods` or `withEntries` the last sync kept no customers, ways of payment, or
 * journal entries and transfers: everything is read once more. Without `withInvoices` it kept no invoices: these are read once.
 */
const cursorShape = z.object({
  changedSince: z.iso.datetime(),
  withCustomers: z.literal(true),
  withMethods: z.literal(true),
  withEntries: z.literal(true),
  withInvoices: z.literal(true).optional(),
});

/**
 * Reads the ledger's payments with their customers, and its open invoices: all at first, later what changed. A full read
 * also detects deleted payments. Matches whose payments can no longer be deposited are released.
 */
export async function syncLedger(
  ctx: CompanyContext,
  run: ClaimedRun,
  ledger: Ledger,
): Promise<SyncOutcome> {
  const store = credentialStore(ctx, run.integration, "sync");
  const before = readCompanyFacts(run.integration);
  const { closedUntil } = await refreshCompanyFacts(ctx, run.integration, store);
  // What waited for reopened books goes on.
  if (before && before.closedUntil !== closedUntil) await releaseBlockedPostings(ctx);
  const startedAt = Date.now();
  const { since, invoicesSince } = changedSince(run.integration.cursor, startedAt);
  let seen = 0;
  let changed = 0;
  let everything = false;
  const changedDeposits: string[] = [];
  const onNoDeposit: LedgerPaymentRef[] = [];
  let asOf = startedAt;
  for await (const page of ledger.payments(store, since, storedRows(ctx, run))) {
    changed += await storeLedgerPayments(ctx, run, page.payments);
    await storeLedgerCustomers(ctx, run, page.customers ?? []);
    changed += await closeDeleted(ctx, run, page.deleted);
    everything ||= page.everything;
    changedDeposits.push(...(page.changedDeposits ?? []));
    onNoDeposit.push(...page.deleted, ...page.payments.filter((row) => row.depositedOn === null));
    // By the ledger's clock: ours may differ by more than the overlap.
    if (page.asOf) asOf = Date.parse(page.asOf);
    seen += page.payments.length;
    await updateRun(ctx, run, { stage: "Importing payments", done: seen });
  }
  if (everything) changed += await closeUnseen(ctx, run);
  const { opened, closed } = await withCompanyLock(ctx, (tx) => applyPaymentAccount(tx, ctx));
  changed += opened + closed;
  const invoices = await syncInvoices(ctx, run, { ledger, store }, invoicesSince);
  // By now the payments that were on them are up to date.
  const which = everything
    ? "all"
    : [...changedDeposits, ...(await postedDepositsOf(ctx, run, onNoDeposit))];
  const reopened = await reconcilePosted(ctx, run.integration, { ledger, store }, which);
  await freeBookedPayments(ctx, run.integration, { ledger, store }, which);
  const released = await releaseStaleMatches(ctx);
  const elsewhere = await bookedElsewhere(ctx, run, { ledger, store });
  await updateRun(ctx, run, { total: seen });
  return {
    message: outcomeText(
      { seen, changed, invoices, released, reopened, elsewhere },
      providerName(run.integration.provider),
    ),
    cursor: {
      changedSince: new Date(asOf - OVERLAP_MS).toISOString(),
      withCustomers: true,
      withMethods: true,
      withEntries: true,
      withInvoices: true,
    },
  };
}

/** From when on changes are read; undefined where everything is. */
function changedSince(cursor: unknown, now: number) {
  const stored = cursorShape.safeParse(cursor).data;
  const isRecent = stored && now - Date.parse(stored.changedSince) <= LONGEST_PAUSE_MS;
  const since = isRecent ? stored.changedSince : undefined;
  return { since, invoicesSince: stored?.withInvoices ? since : undefined };
}

async function closeDeleted(
  ctx: CompanyContext,
  run: ClaimedRun,
  deleted: LedgerPaymentRef[],
): Promise<number> {
  if (deleted.length === 0) return 0;
  const gone = await db(ctx).ledgerPayment.updateMany({
    where: {
      companyId: run.companyId,
      integrationId: run.integrationId,
      state: { not: "gone" },
      OR: deleted,
    },
    data: { state: "gone", depositedOn: null },
  });
  // One in another account may be gone already, because its account was not chosen.
  await db(ctx).ledgerPayment.updateMany({
    where: { companyId: run.companyId, integrationId: run.integrationId, OR: deleted },
    data: { bookedTo: null },
  });
  return gone.count;
}

/**
 * After a full read: open payments that it did not contain were deleted in the ledger. One that we created while
 * it was reading could not be in it.
 */
async function closeUnseen(ctx: CompanyContext, run: ClaimedRun): Promise<number> {
  const startedAt = run.startedAt ?? new Date();
  const gone = await db(ctx).ledgerPayment.updateMany({
    where: {
      companyId: run.companyId,
      integrationId: run.integrationId,
      state: "open",
      OR: [{ lastSeenRunId: null }, { NOT: { lastSeenRunId: run.id } }],
      NOT: { planned: { createdAt: { gt: new Date(startedAt.getTime() - OVERLAP_MS) } } },
    },
    data: { state: "gone" },
  });
  await db(ctx).ledgerPayment.updateMany({
    where: {
      ...{ companyId: run.companyId, integrationId: run.integrationId },
      ...{ state: { in: ["gone", "deposited"] }, bookedTo: { not: null } },
      OR: [{ lastSeenRunId: null }, { NOT: { lastSeenRunId: run.id } }],
    },
    data: { state: "gone", depositedOn: null, bookedTo: null },
  });
  return gone.count;
}

interface Outcome {
  seen: number;
  changed: number;
  invoices: { open: number; changed: number };
  released: number;
  reopened: number;
  elsewhere: string | null;
}

function outcomeText(
  { seen, changed, invoices, released, reopened, elsewhere }: Outcome,
  ledger: string,
): string {
  const parts = [
    `${changed} new or updated ${changed === 1 ? "payment" : "payments"} (${seen} checked)`,
  ];
  if (invoices.changed > 0) {
    parts.push(`${invoices.open} open ${invoices.open === 1 ? "invoice" : "invoices"}`);
  }
  if (released > 0) {
    parts.push(`${released} unmatched because they changed in ${ledger}`);
  }
  if (reopened > 0) {
    const deposits = reopened === 1 ? "1 posted deposit" : `${reopened} posted deposits`;
    parts.push(`${deposits} unmatched because they were changed or deleted in ${ledger}`);
  }
  if (elsewhere) parts.push(elsewhere);
  return parts.join(". ");
}

/**
 * Reads the ledger's open invoices: all of them at first, later what changed. Part of a sync, after its
 * payments.
 * @param since ISO instant of the last sync that read them; absent: none did
 * @returns how many are open now, and how many have changed.
 */
async function syncInvoices(
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
