import type { DepositStatus } from "@/lib/contracts/deposits";
import { DEPOSIT_NOT_FOUND } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { enqueueDuePostings } from "@/server/work/postings";
import { matchOpenRows } from "./match-open-rows";

/**
 * Lets the engine match one deposit. It weighs all open deposits against each other, so that a payment
 * which fits another one better is left alone, but only this deposit changes.
 * @throws NotFoundError, or ConflictError when the deposit is posted.
 */
export async function autoMatchDeposit(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  const status = await withCompanyLock(ctx, async (tx) => {
    const deposit = await stateOf(tx, ctx, input.deposit_id);
    if (deposit.status === "posted") {
      throw new ConflictError("This deposit is posted. Undo the match first.");
    }
    if (deposit.status === "matched") return deposit.status;
    if (deposit.payoutStatus !== "paid") {
      throw new ConflictError("This payout is in transit. It can be matched once it's paid.");
    }
    await matchOpenRows(tx, ctx, new Set([input.deposit_id]));
    return (await stateOf(tx, ctx, input.deposit_id)).status;
  });
  await enqueueDuePostings(ctx);
  return { message: "Auto-match completed successfully", status };
}

/** Its lines are read with the open books. */
async function stateOf(tx: Tx, { companyId }: CompanyContext, id: number) {
  const deposit = await tx.deposit.findUnique({
    where: { companyId_id: { companyId, id }, deletedAt: null },
    select: { status: true, payoutStatus: true },
  });
  if (!deposit) throw new NotFoundError(DEPOSIT_NOT_FOUND);
  return deposit;
}
