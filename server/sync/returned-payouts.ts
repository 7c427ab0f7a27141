import type { Prisma } from "@/generated/prisma/client";
import type { PayoutStatus } from "@/lib/constants/deposits";
import type { LedgerWords } from "@/lib/ledger-words";
import { toDecimal } from "@/lib/money";
import { releaseMatches } from "@/server/matches/write-matches";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { recordAudit } from "@/server/platform/record-audit";
import { repeatAfterDeadlock, withCompanyLock } from "@/server/platform/with-company-lock";
import type { CredentialStore } from "@/server/providers/credential-store";
import { ProviderError } from "@/server/providers/errors";
import type { PaymentSource, ReturnedLine } from "@/server/providers/types";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { isUnderway, lockPostings } from "@/server/work/postings";

const RETURNED = ["failed", "canceled"] as const satisfies PayoutStatus[];

/** The money did not stay at the bank. */
export function isReturned(status: PayoutStatus): boolean {
  return RETURNED.some((returned) => returned === status);
}

interface Returned {
  id: number;
  providerId: string;
  payoutStatus: PayoutStatus;
}

/**
 * Undoes the matches of payouts that did not stay at the bank, and flags posted ones. Postings in progress are
 * left to the next sync, which finds them posted or not. Decided by the rows alone, so a crash in between loses
 * nothing.
 */
export async function settleReturnedPayouts(
  ctx: CompanyContext,
  integrationId: string,
): Promise<void> {
  const where = {
    companyId: ctx.companyId,
    integrationId,
    deletedAt: null,
    payoutStatus: { in: [...RETURNED] },
    OR: [
      { status: { in: ["suggested", "matched", "posted"] } },
      { matches: { some: { state: "accepted" } } },
    ],
  } satisfies Prisma.DepositWhereInput;
  if ((await db(ctx).deposit.count({ where })) === 0) return;
  await withCompanyLock(ctx, async (tx) => {
    const found = await tx.deposit.findMany({
      where,
      select: { id: true, providerId: true, payoutStatus: true, status: true },
    });
    const postings = await lockPostings(
      tx,
      ctx,
      found.map(({ id }) => id),
    );
    const underway = new Set(postings.filter(isUnderway).map(({ depositId }) => depositId));
    const unposted = found.filter(({ id, status }) => status !== "posted" && !underway.has(id));
    for (const deposit of found) {
      if (deposit.status === "posted") await notifyReturned(tx, ctx, deposit, "posted");
    }
    await releaseMatches(
      tx,
      ctx,
      unposted.map(({ id }) => id),
      "go",
    );
    for (const deposit of unposted) {
      await recordAudit(tx, ctx, {
        action: "deposit.payout_returned",
        entity: "deposit",
        entityId: deposit.id,
        data: { payoutStatus: deposit.payoutStatus },
      });
    }
  });
}

const WHAT_NOW = {
  posted: ({ name }: LedgerWords) => `It's posted in ${name}. Open it and undo the match.`,
  matched: () => "Its match was undone, and it won't be posted.",
  suggested: () => "Its match was undone, and it won't be posted.",
  pending: () => "It will no longer be auto-matched.",
};

/** Says it once, and once more should it be posted after all. */
export async function notifyReturned(
  tx: Tx,
  ctx: CompanyContext,
  { id, providerId, payoutStatus }: Returned,
  status: keyof typeof WHAT_NOW,
): Promise<void> {
  const posted = status === "posted";
  await notify(tx, ctx, {
    event: `payout-${payoutStatus}${posted ? "-posted" : ""}:${id}`,
    kind: "issue",
    title: `Payout ${providerId} didn't reach the bank`,
    body: WHAT_NOW[status](await loadLedgerWords(ctx, tx)),
    link: `/transaction/${id}`,
    group: {
      key: `payout-failed:${posted}`,
      title: "{n} payouts didn't reach the bank",
      link: "/transactions",
    },
  });
}

const DAY_MS = 86_400_000;

/** Customers can have an eCheck returned for 60 days after it was settled (Nacha's rule for unauthorized debits). */
const RETURNED_WITHIN_MS = 75 * DAY_MS;
/** A little less than a day: the daily sync looks each time. */
const LOOK_AGAIN_AFTER_MS = 20 * 3_600_000;

/**
 * Looks what became of the payments in stored payouts, where the source changes them in place: each payout at most once a
 * day, as long as a return may come. What has no answer waits for the next day.
 */
export async function noteReturnedLines(
  ctx: CompanyContext,
  integrationId: string,
  { source, store }: { source: PaymentSource; store: CredentialStore<unknown> },
): Promise<void> {
  if (!source.returned) return;
  const now = Date.now();
  const deposits = await db(ctx).deposit.findMany({
    where: {
      ...{ companyId: ctx.companyId, integrationId, deletedAt: null, itemized: true },
      txnDate: { gte: new Date(now - RETURNED_WITHIN_MS) },
      OR: [
        { linesCheckedAt: null },
        { linesCheckedAt: { lt: new Date(now - LOOK_AGAIN_AFTER_MS) } },
      ],
    },
    select: { id: true, raw: true },
    orderBy: { id: "asc" },
  });
  for (const { id, raw } of deposits) {
    try {
      const returned = await source.returned(store, raw);
      // A posting that ends meanwhile changes some of the lines, in an order of its own.
      await repeatAfterDeadlock(() =>
        db(ctx).$transaction((tx) => keepReturned(tx, ctx, id, returned)),
      );
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.retryable) throw error;
      // Everything else of the sync is done: its result doesn't depend on this.
      log().warn({ depositId: id, error }, "could not look for returned payments");
      return;
    }
  }
}

async function keepReturned(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
  returned: readonly ReturnedLine[],
): Promise<void> {
  const { companyId } = ctx;
  const names = new Map(returned.map(({ providerId, returnedAs }) => [providerId, returnedAs]));
  const lines = await tx.depositLine.findMany({
    where: { companyId, depositId, kind: "charge", providerId: { in: [...names.keys()] } },
  });
  const { name: books } = await loadLedgerWords(ctx, tx);
  for (const line of lines) {
    if (line.returnedAs !== null) continue;
    const returnedAs = names.get(line.providerId) ?? "";
    await tx.depositLine.update({
      where: { companyId_id: { companyId, id: line.id } },
      data: { returnedAs },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.payment_returned",
      entity: "deposit",
      entityId: depositId,
      data: { lineId: line.id, amount: Number(line.gross), returnedAs },
    });
    const sum = `${toDecimal(Number(line.gross), line.currency)} ${line.currency}`;
    await notify(tx, ctx, {
      event: `payment-returned:${line.id}`,
      kind: "issue",
      title: `A payment of ${sum} was returned`,
      body: `${line.customerName || "The customer"}'s bank took it back after its deposit was settled. Record the debit in ${books}.`,
      link: `/transaction/${depositId}`,
      group: {
        key: "payments-returned",
        title: "{n} payments were returned",
        link: "/transactions",
      },
    });
  }
  const sum = await tx.depositLine.aggregate({
    where: { companyId, depositId, NOT: { returnedAs: null } },
    _sum: { gross: true },
  });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: depositId } },
    data: { returnedAmount: sum._sum.gross, linesCheckedAt: new Date() },
  });
}
