import type { ExistingDeposit } from "@/generated/prisma/client";
import { requireDeposit } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";

/**
 * @throws NotFoundError when the payout does not exist or is another company's; ConflictError when the Deposit isn't
 * suggested for it, or not any more.
 */
export async function requireSuggested(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
  quickbooksDepositId: string,
): Promise<ExistingDeposit> {
  const { companyId } = ctx;
  const found = await tx.existingDeposit.findFirst({
    where: { companyId, depositId, quickbooksDepositId, state: "suggested" },
  });
  if (found) return found;
  await requireDeposit(tx, ctx, depositId);
  throw new ConflictError("This Deposit isn't suggested any more. Reload to see why.");
}
