import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { removePlanned } from "@/server/deposits/remove-planned";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";

/**
 * Ends a user's choice, an accepted match: its lines are open again. A deposit that was matched is pending, with its
 * other matches as suggestions. Under the company's lock; the caller has checked that the deposit isn't sent.
 * @throws ConflictError once QuickBooks may hold a part of the deposit.
 */
export async function takeBack(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  matchId: string,
): Promise<void> {
  await requireNothingCreated(tx, ctx, deposit);
  const { companyId } = ctx;
  const { id: depositId, status } = deposit;
  await tx.match.update({
    where: { companyId_id: { companyId, id: matchId } },
    data: { state: "undone", live: false, decidedBy: ctx.userId, decidedAt: new Date() },
  });
  await removePlanned(tx, ctx, [depositId]);
  if (status === "matched") {
    await tx.posting.updateMany({
      where: { companyId, depositId, NOT: { state: "undone" } },
      data: { state: "undone", undoneAt: new Date() },
    });
    await tx.match.updateMany({
      where: { companyId, depositId, state: "accepted", NOT: { origin: "manual" } },
      data: { state: "proposed", decidedBy: null, decidedAt: null },
    });
  }
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: depositId } },
    data: { version: { increment: 1 }, ...(status === "matched" && { status: "pending" }) },
  });
}

/** Once a posting has begun to create payments, only an undo knows how to remove them. */
async function requireNothingCreated(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: depositId }: DepositWithLines,
): Promise<void> {
  const sent = await tx.plannedPayment.count({
    where: { companyId, depositId, removedAt: null, NOT: { sentAt: null } },
  });
  if (sent > 0) {
    throw new ConflictError(
      "QuickBooks already has a part of this deposit. Undo the match to remove it.",
    );
  }
}
