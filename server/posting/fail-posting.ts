import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { notify } from "@/server/notifications/notify";
import type { ClaimedPosting } from "./claim-posting";

/**
 * QuickBooks said a definite no, or the books no longer fit: nothing was written there. The deposit stays
 * matched; a person can undo the match, mend the books and match again.
 */
export async function failPosting(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  reason: { code: string; message: string },
): Promise<void> {
  const { companyId } = ctx;
  const message = `${reason.message} Undo the match, or correct it in QuickBooks and try again.`;
  await db(ctx).$transaction(async (tx) => {
    const failed = await tx.posting.updateMany({
      where: { companyId, id: posting.id, state: "sending", attempts: posting.attempts },
      data: { state: "failed", errorCode: reason.code, message, refusals: { increment: 1 } },
    });
    if (failed.count === 0) return;
    await recordAudit(tx, ctx, {
      action: "deposit.posting_failed",
      entity: "deposit",
      entityId: posting.depositId,
      data: reason,
    });
    await notify(tx, ctx, {
      event: `posting-failed:${posting.id}:${posting.attempts}`,
      kind: "issue",
      title: `Deposit ${posting.depositId} could not be posted`,
      body: message,
      link: `/transaction/${posting.depositId}`,
      group: {
        key: "posting-failed",
        title: "{n} deposits could not be posted",
        link: "/transactions?status=matched",
      },
    });
  });
}
