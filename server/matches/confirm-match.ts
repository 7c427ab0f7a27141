import type { DepositStatus } from "@/lib/contracts/deposits";
import type { CompanyContext } from "@/server/context";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { ConflictError } from "@/server/errors";
import { enqueueDuePostings } from "@/server/posting/enqueue-due";
import { acceptMatches } from "./accept-matches";
import { withMatchingLock } from "./matching-lock";

/** Confirms what the engine suggested for a deposit. @throws NotFoundError, ConflictError. */
export async function confirm(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  await withMatchingLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    if (deposit.status !== "suggested") {
      throw new ConflictError("There is no suggestion for this deposit any more. Reload the page.");
    }
    await acceptMatches(tx, ctx, deposit, "deposit.confirmed");
  });
  await enqueueDuePostings(ctx);
  return { message: "Match confirmed", status: "matched" };
}
