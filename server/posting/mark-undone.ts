import { removePlanned } from "@/server/deposits/remove-planned";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** Why a posting was undone that was changed in the ledger. Stored as its error code. */
export const DELETED_IN_LEDGER = "deleted_in_quickbooks";
export const CHANGED_IN_LEDGER = "changed_in_quickbooks";

/**
 * Ends a deposit's match and posting: it is pending again. `payments` "open": they are free for a match.
 * "stay": they remain as the ledger reported them. The match counts as undone, so that the engine may propose
 * it again but never decides it without a user.
 */
export async function markUndone(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
  how: { payments: "open" | "stay"; errorCode?: string },
): Promise<void> {
  const { companyId } = ctx;
  if (how.payments === "open") {
    await tx.ledgerPayment.updateMany({
      where: {
        companyId,
        state: "deposited",
        matchedPayments: { some: { live: true, match: { depositId } } },
      },
      data: { state: "open", depositedOn: null },
    });
  }
  await tx.match.updateMany({
    where: { companyId, depositId, state: "accepted" },
    data: { state: "undone", live: false, decidedAt: new Date(), decidedBy: ctx.userId },
  });
  await removePlanned(tx, ctx, [depositId]);
  await tx.posting.updateMany({
    where: { companyId, depositId, NOT: { state: "undone" } },
    data: {
      state: "undone",
      undoneAt: new Date(),
      ...(how.errorCode && { errorCode: how.errorCode }),
    },
  });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: depositId } },
    data: { status: "pending", quickbooksId: null, version: { increment: 1 } },
  });
}
