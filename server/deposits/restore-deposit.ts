import type { DepositStatus } from "@/lib/contracts/deposits";
import { recordAudit } from "@/server/platform/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";

/**
 * Restores a deleted deposit. A posted one stays posted; any other is pending, because its payments were
 * free in between.
 * @throws NotFoundError, ConflictError when it is not deleted.
 */
export async function restoreDeposit(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  const key = { companyId: ctx.companyId, id: input.deposit_id };
  const status = await withCompanyLock(ctx, async (tx) => {
    const deposit = await tx.deposit.findUnique({ where: { companyId_id: key } });
    if (!deposit) {
      throw new NotFoundError("The deposit you're looking for doesn't exist or has been removed.");
    }
    if (!deposit.deletedAt) throw new ConflictError("This deposit isn't deleted.");
    await tx.deposit.update({
      where: { companyId_id: key },
      data: { deletedAt: null, version: { increment: 1 } },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.restored",
      entity: "deposit",
      entityId: deposit.id,
      data: { providerId: deposit.providerId, status: deposit.status },
    });
    return deposit.status;
  });
  return { message: "Deposit restored", status };
}
