import type { Integration } from "@/generated/prisma/client";
import { addDays, dateText } from "@/lib/dates";
import { credentialStore } from "@/server/connections/credentials";
import { withLines } from "@/server/deposits/require-deposit";
import { openDeposit } from "@/server/matches/load-open-rows";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { ProviderError } from "@/server/providers/errors";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
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
  const left = verdicts.filter(({ verdict }) => verdict === "likely" || !how.links);
  for (const verdict of verdicts) {
    const found = byId.get(verdict.existingId);
    if (!found || !how.links || verdict.verdict === "likely") continue;
    const isLinked = await withCompanyLock(ctx, (tx) => link(tx, ctx, integration, verdict, found));
    if (!isLinked) left.push(verdict);
  }
  await withCompanyLock(ctx, (tx) => suggest(tx, ctx, integration, left, byId));
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

async function link(
  tx: Tx,
  ctx: CompanyContext,
  integration: Integration,
  { payoutId, evidence }: Verdict,
  existing: LedgerDeposit,
): Promise<boolean> {
  // A user may have decided meanwhile.
  const deposit = await tx.deposit.findFirst({
    where: { companyId: ctx.companyId, id: payoutId, ...openDeposit },
    include: withLines,
  });
  return deposit !== null && linkDeposit(tx, ctx, integration, deposit, { existing, evidence });
}

/** Replaces the open suggestions by those that still stand. */
async function suggest(
  tx: Tx,
  ctx: CompanyContext,
  integration: Integration,
  verdicts: readonly Verdict[],
  byId: ReadonlyMap<string, LedgerDeposit>,
): Promise<void> {
  const { companyId } = ctx;
  await tx.existingDeposit.deleteMany({ where: { companyId, state: "suggested" } });
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
