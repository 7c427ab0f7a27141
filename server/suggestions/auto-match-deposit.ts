import type { DepositStatus } from "@/lib/contracts/deposits";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { enqueueDuePostings } from "@/server/outbox/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { ConflictError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
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
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    if (deposit.status === "posted") {
      throw new ConflictError("This deposit is posted. Undo the match first.");
    }
    if (deposit.status === "matched") return deposit.status;
    if (deposit.payoutStatus !== "paid") {
      throw new ConflictError("This payout is in transit. It can be matched once it's paid.");
    }
    await matchOpenRows(tx, ctx, new Set([deposit.id]));
    return (await requireDeposit(tx, ctx, input.deposit_id)).status;
  });
  await enqueueDuePostings(ctx);
  return { message: "Auto-match completed successfully", status };
}
