import type { DepositStatus } from "@/lib/contracts/deposits";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { ConflictError } from "@/server/errors";
import { withMatchingLock } from "./matching-lock";

/**
 * Dismisses what the engine suggested for a deposit. Only the doubtful pairs are dismissed for ever; the
 * sure ones of the same deposit may come back with another answer to the doubtful ones.
 * @throws NotFoundError, ConflictError.
 */
export async function dismiss(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  const { companyId } = ctx;
  await withMatchingLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    if (deposit.status !== "suggested") {
      throw new ConflictError("There is no suggestion for this deposit any more. Reload the page.");
    }
    const proposed = { companyId, depositId: deposit.id, state: "proposed" as const };
    await tx.match.updateMany({
      where: { ...proposed, origin: "suggestion" },
      data: { state: "dismissed", live: false, decidedBy: ctx.userId, decidedAt: new Date() },
    });
    await tx.match.deleteMany({ where: proposed });
    await tx.deposit.update({
      where: { companyId_id: { companyId, id: deposit.id } },
      data: { status: "pending", version: { increment: 1 } },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.dismissed",
      entity: "deposit",
      entityId: deposit.id,
    });
  });
  return { message: "Suggestion dismissed", status: "pending" };
}
