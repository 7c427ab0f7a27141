import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { notify } from "@/server/notifications/notify";
import { isUnderway, lockPostings } from "@/server/posting/lock-postings";
import { withMatchingLock } from "./matching-lock";
import { takeBackMatches } from "./take-back";

/**
 * Takes back matches that rest on payments which QuickBooks holds differently now (deleted, or deposited
 * by somebody else), as long as they are not posted. One that is underway to QuickBooks is left to the posting,
 * which looks for itself: the Deposit that holds them may be its own.
 * @returns how many deposits went back to pending.
 */
export function releaseStaleMatches(ctx: CompanyContext): Promise<number> {
  const { companyId } = ctx;
  return withMatchingLock(ctx, async (tx) => {
    const candidates = await tx.match.findMany({
      where: {
        companyId,
        live: true,
        deposit: { status: { in: ["pending", "suggested", "matched"] } },
        payments: { some: { payment: { state: { not: "open" } } } },
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
    await takeBackMatches(tx, ctx, depositIds);
    const accepted = new Set(
      stale.filter((match) => match.state === "accepted").map((match) => match.depositId),
    );
    for (const depositId of accepted) {
      await recordAudit(tx, ctx, {
        action: "deposit.released",
        entity: "deposit",
        entityId: depositId,
        data: { reason: "payments changed in QuickBooks" },
      });
      await notify(tx, ctx, {
        event: `released:${stale.find((match) => match.depositId === depositId)?.id}`,
        kind: "issue",
        title: `Deposit ${depositId} needs to be matched again`,
        body: "QuickBooks holds one of its payments differently now.",
        link: `/transaction/${depositId}`,
        group: {
          key: "released",
          title: "{n} deposits need to be matched again",
          link: "/transactions?status=pending",
        },
      });
    }
    return accepted.size;
  });
}
