import type { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { CredentialStore } from "@/server/providers/credential-store";
import type { Ledger } from "@/server/providers/ledger";
import { type ClaimedRun, updateRun } from "./claim-run";
import { storedCustomers } from "./ledger-customers";
import { storeLedgerInvoices } from "./store-ledger-invoices";

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
