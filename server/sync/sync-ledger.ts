import { z } from "zod";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { credentialStore } from "@/server/integrations/credential-store";
import { releaseStaleMatches } from "@/server/matches/release-stale";
import { checkPosted } from "@/server/posting/check-posted";
import type { Ledger, LedgerPaymentRef } from "@/server/providers/types";
import type { SyncOutcome } from "./outcome";
import { type ClaimedRun, updateRun } from "./run-claim";
import { storeLedgerPayments } from "./store-ledger-payments";

/** A change may be stamped before it can be seen, and where only our clock is known, clocks differ. */
const OVERLAP_MS = 10 * 60_000;
/** QuickBooks tells changes of the last 30 days; after a longer pause everything is read again. */
const LONGEST_PAUSE_MS = 25 * 86_400_000;

const cursorShape = z.object({ changedSince: z.iso.datetime() });

/**
 * Walks the ledger's payments. The first time all of them; later what changed. A full walk also notices
 * what is gone. Matches that rest on a payment that is no longer there to be deposited are taken back.
 */
export async function syncLedger(
  ctx: CompanyContext,
  run: ClaimedRun,
  ledger: Ledger,
): Promise<SyncOutcome> {
  const store = credentialStore(ctx, run.integration);
  const startedAt = Date.now();
  const since = changedSince(run.integration.cursor, startedAt);
  let seen = 0;
  let changed = 0;
  let everything = false;
  let asOf = startedAt;
  for await (const page of ledger.payments(store, since)) {
    changed += await storeLedgerPayments(ctx, run, page.payments);
    changed += await closeDeleted(ctx, run, page.deleted);
    everything ||= page.everything;
    // By the ledger's clock: ours may be wrong by more than any overlap.
    if (page.asOf) asOf = Date.parse(page.asOf);
    seen += page.payments.length;
    await updateRun(ctx, run, { stage: "Reading payments", done: seen });
  }
  if (everything) changed += await closeUnseen(ctx, run);
  // A Deposit that was edited or deleted is always followed by a full walk: its payments are read by now.
  const takenBack = everything ? await checkPosted(ctx, run.integration, ledger, store) : 0;
  const released = await releaseStaleMatches(ctx);
  await updateRun(ctx, run, { total: seen });
  return {
    message: outcomeText(seen, changed, released, takenBack),
    cursor: { changedSince: new Date(asOf - OVERLAP_MS).toISOString() },
  };
}

function changedSince(cursor: unknown, now: number): string | undefined {
  const stored = cursorShape.safeParse(cursor).data?.changedSince;
  if (!stored || now - Date.parse(stored) > LONGEST_PAUSE_MS) return undefined;
  return stored;
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
  return gone.count;
}

/** After a full walk: open payments that it did not meet were deleted in QuickBooks. */
async function closeUnseen(ctx: CompanyContext, run: ClaimedRun): Promise<number> {
  const gone = await db(ctx).ledgerPayment.updateMany({
    where: {
      companyId: run.companyId,
      integrationId: run.integrationId,
      state: "open",
      OR: [{ seenBy: null }, { NOT: { seenBy: run.id } }],
    },
    data: { state: "gone" },
  });
  return gone.count;
}

function outcomeText(seen: number, changed: number, released: number, takenBack: number): string {
  const parts = [`${seen} ${seen === 1 ? "payment" : "payments"} read, ${changed} new or changed`];
  if (released > 0) {
    parts.push(
      `${released} taken back from matches, because QuickBooks holds them differently now`,
    );
  }
  if (takenBack > 0) {
    const deposits = takenBack === 1 ? "1 posted deposit" : `${takenBack} posted deposits`;
    parts.push(`${deposits} taken back, because somebody changed or deleted them in QuickBooks`);
  }
  return parts.join(". ");
}
