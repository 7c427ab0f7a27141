import type { Prisma } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { notify } from "@/server/notifications/notify";
import type { ClaimedPosting } from "./claim-posting";

interface Reason {
  code: string;
  /** For people: what happened and what to do. */
  message: string;
}

/**
 * QuickBooks said a definite no, or the books no longer fit: nothing was written there. The deposit stays
 * matched; a person can undo the match, mend the books and match again.
 */
export function failPosting(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  reason: Reason,
): Promise<void> {
  const message = `${reason.message} Undo the match, or correct it in QuickBooks and try again.`;
  const refused = { refusals: { increment: 1 }, unanswered: false };
  return giveUp(ctx, posting, reason, { message, ...refused });
}

/**
 * Leaves a posting to a person while nobody knows what QuickBooks holds: it keeps its `requestid`, and trying
 * again looks for the Deposit first.
 */
export function parkPosting(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  reason: Reason,
): Promise<void> {
  return giveUp(ctx, posting, reason, { message: reason.message });
}

async function giveUp(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  reason: Reason,
  told: Prisma.PostingUpdateManyMutationInput & { message: string },
): Promise<void> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    const failed = await tx.posting.updateMany({
      where: { companyId, id: posting.id, state: "sending", attempts: posting.attempts },
      data: { state: "failed", errorCode: reason.code, ...told },
    });
    if (failed.count === 0) return;
    await recordAudit(tx, ctx, {
      action: "deposit.posting_failed",
      entity: "deposit",
      entityId: posting.depositId,
      data: { ...reason },
    });
    await notify(tx, ctx, {
      event: `posting-failed:${posting.id}:${posting.attempts}`,
      kind: "issue",
      title: `Deposit ${posting.depositId} could not be posted`,
      body: told.message,
      link: `/transaction/${posting.depositId}`,
      group: {
        key: "posting-failed",
        title: "{n} deposits could not be posted",
        link: "/transactions?status=matched",
      },
    });
  });
}
