import type { Integration } from "@/generated/prisma/client";
import { addDays, dateText } from "@/lib/dates";
import { credentialStore } from "@/server/connections/credentials";
import { hasUndepositedFunds } from "@/server/connections/payment-account";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { decide } from "@/server/matches/decide";
import { openDeposit } from "@/server/matches/load-open-rows";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { ProviderError } from "@/server/providers/errors";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { isUnderway, lockPostings } from "@/server/work/postings";
import { lockRuns } from "@/server/work/start-sync";
import { readFacts, type Verdict, WINDOW_DAYS } from "./facts";
import { judgeExisting } from "./judge-existing";
import { linkDeposit } from "./link-deposit";
import { storeSuggestions } from "./suggestions";

/** Waits for an answer, or to be posted. */
const undecided = {
  OR: [openDeposit, { status: "matched" as const, deletedAt: null }],
};

/**
 * Looks for payouts that a user or another app deposited in the books: certain ones are linked to their Deposit,
 * likely ones are suggested. Without it such a deposit would stay open, since its payments are taken, or be posted
 * a second time.
 * @param how `links` false: nothing is decided without a user.
 */
export async function linkExistingDeposits(
  ctx: CompanyContext,
  integration: Integration,
  how: { links: boolean } = { links: true },
): Promise<void> {
  const { companyId } = ctx;
  const { _min, _max } = await db(ctx).deposit.aggregate({
    where: { companyId, ...undecided },
    _min: { txnDate: true },
    _max: { txnDate: true },
  });
  if (!_min.txnDate || !_max.txnDate) return;
  const span = { from: dateText(_min.txnDate), to: dateText(_max.txnDate) };
  const deposits = await depositsBetween(ctx, integration, span);
  if (deposits === null) return;
  const byId = new Map(deposits.map((deposit) => [deposit.id, deposit]));
  const { payouts, existing } = await db(ctx).$transaction((tx) =>
    readFacts(tx, ctx, integration, { span, deposits }),
  );
  const verdicts = judgeExisting(payouts, existing);
  const certain = verdicts.filter(({ verdict }) => how.links && verdict === "certain");
  const linked = await linkCertain(ctx, integration, certain, byId);
  const left = verdicts.filter(({ payoutId }) => !linked.has(payoutId));
  const judged = payouts.flatMap(({ id, state }) => (state === "decided" ? [] : id));
  await withCompanyLock(ctx, (tx) => suggest(tx, ctx, integration, left, { judged, byId }));
}

/** Matched and linked in one transaction: more would lock the company for too long. */
const BATCH = 25;

/**
 * Where an account is cleared, nothing in the books says which payments a Deposit took out of it: the engine does, so
 * that they don't stay open, or go to another payout.
 * @returns the ids of those payouts that are linked.
 */
async function linkCertain(
  ctx: CompanyContext,
  integration: Integration,
  verdicts: readonly Verdict[],
  byId: ReadonlyMap<string, LedgerDeposit>,
): Promise<ReadonlySet<number>> {
  const isClearing = !hasUndepositedFunds(integration);
  const size = isClearing ? BATCH : 1;
  const linked = new Set<number>();
  for (let start = 0; start < verdicts.length; start += size) {
    const batch = verdicts.slice(start, start + size);
    const ids = new Set(batch.map(({ payoutId }) => payoutId));
    const link = (tx: Tx, match?: () => Promise<unknown>) =>
      linkOpen(tx, ctx, integration, batch, { byId, match });
    const done = isClearing
      ? await decide(ctx, ids, link)
      : await withCompanyLock(ctx, (tx) => link(tx));
    for (const id of done) linked.add(id);
  }
  return linked;
}

/**
 * @param how.match matches the payouts, in the same transaction: none of it is posted. Only where an account is cleared,
 *   and there a payout that waits to be posted is still open, too.
 */
async function linkOpen(
  tx: Tx,
  ctx: CompanyContext,
  integration: Integration,
  verdicts: readonly Verdict[],
  how: {
    byId: ReadonlyMap<string, LedgerDeposit>;
    match?: (() => Promise<unknown>) | undefined;
  },
): Promise<number[]> {
  const { companyId } = ctx;
  const ids = verdicts.map(({ payoutId }) => payoutId);
  // A user may have decided meanwhile.
  const open = await tx.deposit.findMany({
    where: { companyId, id: { in: ids }, ...(how.match ? undecided : openDeposit) },
    select: { id: true },
  });
  const stillOpen = new Set(open.map(({ id }) => id));
  if (how.match) {
    // A sync is reading payments that aren't known yet; its end requests this again.
    if (await lockRuns(tx, ctx, integration.id)) return [];
    const underway = (await lockPostings(tx, ctx, ids)).filter(isUnderway);
    for (const { depositId } of underway) stillOpen.delete(depositId);
    await how.match();
  }
  const linked: number[] = [];
  for (const { payoutId, existingId, evidence } of verdicts) {
    const existing = how.byId.get(existingId);
    if (!existing || !stillOpen.has(payoutId)) continue;
    const deposit = await requireDeposit(tx, ctx, payoutId);
    if (await linkDeposit(tx, ctx, integration, deposit, { existing, evidence })) {
      linked.push(payoutId);
    }
  }
  return linked;
}

/** Whole ones. Null when the books can't be asked: matching does not depend on it, and the next run looks again. */
async function depositsBetween(
  ctx: CompanyContext,
  integration: Integration,
  { from, to }: { from: string; to: string },
): Promise<LedgerDeposit[] | null> {
  try {
    const found = await getLedger(integration.provider).depositsBetween(
      credentialStore(ctx, integration, "bookkeeping"),
      addDays(from, -WINDOW_DAYS),
      addDays(to, WINDOW_DAYS),
    );
    return found.filter(({ isPartial }) => !isPartial);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log().warn({ integrationId: integration.id, error }, "could not look for existing Deposits");
    return null;
  }
}

/**
 * Replaces the open suggestions by those that still hold.
 * @param look.judged ids of the payouts that were looked at; one that was being posted is left to its posting.
 */
async function suggest(
  tx: Tx,
  ctx: CompanyContext,
  integration: Integration,
  verdicts: readonly Verdict[],
  { judged, byId }: { judged: number[]; byId: ReadonlyMap<string, LedgerDeposit> },
): Promise<void> {
  const { companyId } = ctx;
  await tx.$executeRaw`DELETE FROM existing_deposits e USING deposits d
    WHERE e.company_id = ${companyId}::uuid AND e.state = 'suggested'
      AND d.company_id = e.company_id AND d.id = e.deposit_id
      AND (d.id = ANY(${judged}::int[]) OR d.status = 'posted' OR d.payout_status <> 'paid' OR d.deleted_at IS NOT NULL)`;
  const still = await tx.deposit.findMany({
    where: { companyId, id: { in: verdicts.map(({ payoutId }) => payoutId) }, ...undecided },
    select: { id: true },
  });
  const open = new Set(still.map(({ id }) => id));
  await storeSuggestions(
    tx,
    ctx,
    integration,
    verdicts.flatMap(({ payoutId, existingId, evidence }) => {
      const existing = byId.get(existingId);
      return existing && open.has(payoutId) ? [{ depositId: payoutId, existing, evidence }] : [];
    }),
  );
}
