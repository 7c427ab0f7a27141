import { type DepositWithLines, withLines } from "@/server/deposits/deposit-with-lines";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";

export const DEPOSIT_NOT_FOUND =
  "The deposit you're looking for doesn't exist or has been removed.";

/** @throws NotFoundError when it does not exist, was deleted, or is another company's. */
export async function requireDeposit(
  tx: Tx,
  ctx: CompanyContext,
  id: number,
): Promise<DepositWithLines> {
  const deposit = await tx.deposit.findUnique({
    where: { companyId_id: { companyId: ctx.companyId, id }, deletedAt: null },
    include: withLines,
  });
  if (!deposit) throw new NotFoundError(DEPOSIT_NOT_FOUND);
  return deposit;
}
