import { titleOfDeposit } from "@/server/deposits/deposit-title";
import type { PostingObstacle } from "@/server/deposits/posting-reason";
import { notify } from "@/server/notifications/notify";
import { enqueueDuePostings } from "@/server/work/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { ClaimedPosting } from "./claim-posting";
import { halfMade } from "./half-made";

/**
 * Blocks a posting until the user has supplied what is missing, and requeues it then. Each reason is notified
 * once per posting; many postings usually share one. Where something was supplied since the claim, it is tried again.
 * @param obstacle what is missing.
 */
export async function blockPosting(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  reason: string,
  obstacle: PostingObstacle = "choice_outdated",
): Promise<void> {
  const { companyId } = ctx;
  const { id, attempts, depositId, nextAttemptAt } = posting;
  const mine = { companyId, id, state: "sending", attempts } as const;
  const isBlocked = await db(ctx).$transaction(async (tx) => {
    const message = reason + (await halfMade(ctx, depositId, tx));
    const blocked = await tx.posting.updateMany({
      // It moves when what is missing may have come meanwhile: release-blocked-postings.ts.
      where: { ...mine, nextAttemptAt },
      data: { state: "blocked", message, errorCode: obstacle, details: "" },
    });
    if (blocked.count === 0) return false;
    // Each deposit lacks an account for something else.
    const isForLines = obstacle === "account_missing";
    const alike = isForLines ? { errorCode: obstacle } : { message };
    await notify(tx, ctx, {
      event: `posting-blocked:${id}:${message}`,
      kind: "issue",
      title: `${await titleOfDeposit(tx, ctx, depositId)} can't be posted yet`,
      body: message,
      link: `/transaction/${depositId}`,
      group: {
        key: `posting-blocked:${isForLines ? "account" : reason}`,
        title: "{n} payouts can't be posted yet",
        now: () => tx.posting.count({ where: { companyId, state: "blocked", ...alike } }),
        link: "/transactions?status=matched",
      },
    });
    return true;
  });
  if (isBlocked) return;
  const data = { state: "queued", nextAttemptAt: new Date() } as const;
  await db(ctx).posting.updateMany({ where: mine, data });
  await enqueueDuePostings(ctx);
}
