import type { Posting } from "@/generated/prisma/client";
import { plannedId } from "@/lib/contracts/values/planned-payments";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { reopenPayments } from "./claim-undo";
import { createdRecordsOf } from "./created-records";
import { listed } from "./partial-creation";

/** Why a posting is failed whose undo has begun and not ended. Stored as its error code. */
export const UNDO_STOPPED = "undo_stopped";

/**
 * Records what an undo has deleted so far, and says what is left: whatever happens next, nothing here claims more
 * than QuickBooks holds. The deposit is matched, and its Deposit is gone.
 */
export async function recordStep(
  tx: Tx,
  ctx: CompanyContext,
  { id, depositId }: Pick<Posting, "id" | "depositId">,
): Promise<void> {
  const { companyId } = ctx;
  await tx.posting.update({
    where: { companyId_id: { companyId, id } },
    data: {
      ...{
        state: "failed",
        errorCode: UNDO_STOPPED,
        message: await stoppedText(tx, ctx, depositId),
      },
      ...{ outcomeUnknown: false, quickbooksDepositId: null, postedAt: null, undoingFrom: null },
      // The known request id would repeat the answer about the Deposit that is gone.
      refusals: { increment: 1 },
    },
  });
  await reopenPayments(tx, ctx, [depositId]);
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: depositId } },
    data: { status: "matched", quickbooksId: null, version: { increment: 1 } },
  });
}

async function stoppedText(tx: Tx, ctx: CompanyContext, depositId: number): Promise<string> {
  const ours = (await createdRecordsOf(tx, ctx, depositId)).filter(
    ({ planned }) => planned.sentAt !== null,
  );
  const known = ours.filter(({ planned }) => planned.createdAt !== null);
  const left =
    known.length === 0
      ? "A payment that QuickBooks didn't confirm may still be there"
      : `${listed(known)} ${known.length === 1 ? "is" : "are"} still in QuickBooks`;
  const rest = ours.length === 0 ? "" : ` ${left}; the rest was deleted.`;
  return `The undo stopped partway.${rest} Undo match continues; Retry posts the deposit again.`;
}

/** Posting again after a stopped undo needs the deleted payments, so they are planned again. */
export async function planDeletedAnew(
  tx: Tx,
  { companyId }: CompanyContext,
  depositId: number,
): Promise<void> {
  const deleted = await tx.plannedPayment.findMany({
    where: {
      ...{ companyId, depositId, NOT: { removedAt: null } },
      payment: {
        matchedPayments: { some: { live: true, match: { depositId, state: "accepted" } } },
      },
    },
    select: { paymentId: true },
  });
  for (const { paymentId } of deleted) {
    const requestId = crypto.randomUUID();
    await tx.plannedPayment.update({
      where: { companyId_paymentId: { companyId, paymentId } },
      data: { requestId, refusals: 0, sentAt: null, createdAt: null, removedAt: null },
    });
    await tx.ledgerPayment.update({
      where: { companyId_id: { companyId, id: paymentId } },
      data: { state: "planned", providerId: plannedId(requestId), depositedOn: null },
    });
  }
}
