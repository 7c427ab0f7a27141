import { removePlanned } from "@/server/deposits/remove-planned";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { reopenPayments } from "./reopen-payments";

/**
 * Ends the matches and postings of deposits: they are pending again. `payments` "open": these are free for a match.
 * "stay": they remain as the ledger reported them. The matches count as undone, so that the engine may propose
 * them again but never decides them without a user.
 */
export async function markUndone(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: readonly number[],
  how: { payments: "open" | "stay"; errorCode?: string },
): Promise<void> {
  const { companyId } = ctx;
  const depositId = { in: [...depositIds] };
  if (how.payments === "open") await reopenPayments(tx, ctx, depositIds);
  await tx.match.updateMany({
    where: { companyId, depositId, state: "accepted" },
    data: {
      ...{ state: "undone", live: false, undoneWithDeposit: true },
      ...{ decidedAt: new Date(), decidedBy: ctx.userId },
    },
  });
  await removePlanned(tx, ctx, depositIds);
  await tx.posting.updateMany({
    where: { companyId, depositId, NOT: { state: "undone" } },
    data: {
      state: "undone",
      undoneAt: new Date(),
      ...(how.errorCode && { errorCode: how.errorCode }),
    },
  });
  await tx.deposit.updateMany({
    where: { companyId, id: depositId },
    data: { status: "pending", quickbooksId: null, putAsideNote: null, version: { increment: 1 } },
  });
}
