import type { DepositStatus } from "@/lib/contracts/deposits";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { enqueueDuePostings } from "@/server/posting/enqueue-due";
import { acceptMatches } from "./accept-matches";
import type { DepositWithLines } from "./engine-input";
import { withMatchingLock } from "./matching-lock";
import { requireSuggested } from "./require-suggested";

/** Confirms what the engine suggested for a deposit. @throws NotFoundError, ConflictError. */
export async function confirm(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  await withMatchingLock(ctx, async (tx) => {
    await confirmSuggested(tx, ctx, await requireDeposit(tx, ctx, input.deposit_id));
  });
  await enqueueDuePostings(ctx);
  return { message: "Match confirmed", status: "matched" };
}

/**
 * The part of {@link confirm} inside the matching lock. What it throws it throws before it writes.
 * @throws ConflictError, UnusableInputError when the sum does not close.
 */
export async function confirmSuggested(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
): Promise<void> {
  requireSuggested(deposit);
  await acceptMatches(tx, ctx, deposit, "deposit.confirmed");
}
