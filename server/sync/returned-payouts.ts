import type { Prisma } from "@/generated/prisma/client";
import type { PayoutStatus } from "@/lib/contracts/values/deposits";
import { recordAudit } from "@/server/platform/record-audit";
import { notify } from "@/server/notifications/notify";
import { isUnderway, lockPostings } from "@/server/work/lock-postings";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { releaseMatches } from "@/server/matches/release-matches";

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
  posted: "It's posted in QuickBooks. Open it and undo the match.",
  matched: "Its match was undone, and it won't be posted.",
  suggested: "Its match was undone, and it won't be posted.",
  pending: "It will no longer be auto-matched.",
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
    body: WHAT_NOW[status],
    link: `/transaction/${id}`,
    group: {
      key: `payout-failed:${posted}`,
      title: "{n} payouts didn't reach the bank",
      link: "/transactions",
    },
  });
}
