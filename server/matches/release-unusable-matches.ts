import type { Prisma } from "@/generated/prisma/client";
import { recordAudit } from "@/server/platform/record-audit";
import { titleOfDeposit } from "@/server/deposits/deposit-title";
import { notify } from "@/server/notifications/notify";
import { isUnderway, lockPostings } from "@/server/work/lock-postings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { forgetChangedPayments } from "./forget-findings";
import { releaseMatches, unusablePayment } from "./release-matches";

/**
 * Releases matches whose payments can't be deposited any more, as long as they are not posted. A match that is underway
 * to QuickBooks is left to its posting, which checks for itself: the Deposit that holds the payments may be its own.
 * What a user chose for other lines stays. Under the matching lock.
 * @param why the action and its data in the audit trail, and what the user is notified of.
 * @returns how many deposits went back to pending.
 */
export async function releaseUnusableMatches(
  tx: Tx,
  ctx: CompanyContext,
  why: { action: string; message: string; data?: Prisma.InputJsonObject },
): Promise<number> {
  const { companyId } = ctx;
  await forgetChangedPayments(tx, ctx);
  const candidates = await tx.match.findMany({
    where: {
      companyId,
      live: true,
      deposit: { status: { in: ["pending", "suggested", "matched"] } },
      payments: { some: { payment: unusablePayment } },
    },
    select: { id: true, depositId: true, state: true },
  });
  const postings = await lockPostings(
    tx,
    ctx,
    candidates.map((match) => match.depositId),
  );
  const underway = new Set(postings.filter(isUnderway).map(({ depositId }) => depositId));
  const stale = candidates.filter((match) => !underway.has(match.depositId));
  const depositIds = [...new Set(stale.map((match) => match.depositId))];
  if (depositIds.length === 0) return 0;
  await releaseMatches(tx, ctx, depositIds, "stay");
  const accepted = new Set(
    stale.filter((match) => match.state === "accepted").map((match) => match.depositId),
  );
  for (const depositId of accepted) {
    await recordAudit(tx, ctx, {
      action: why.action,
      entity: "deposit",
      entityId: depositId,
      ...(why.data && { data: why.data }),
    });
    await notify(tx, ctx, {
      event: `released:${stale.find((match) => match.depositId === depositId)?.id}`,
      kind: "issue",
      title: `${await titleOfDeposit(tx, ctx, depositId)} needs a new match`,
      body: why.message,
      link: `/transaction/${depositId}`,
      group: {
        key: "released",
        title: "{n} payouts need a new match",
        link: "/transactions?status=pending",
      },
    });
  }
  return accepted.size;
}
