import type { DepositStatus } from "@/lib/contracts/deposits";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { enqueueDuePostings } from "@/server/work/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { acceptMatches } from "./accept-matches";
import { requireSuggested } from "./require-suggested";

/** Confirms what the engine suggested for a deposit. @throws NotFoundError, ConflictError. */
export async function confirmMatch(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  await withCompanyLock(ctx, async (tx) => {
    await confirmSuggested(tx, ctx, await requireDeposit(tx, ctx, input.deposit_id));
  });
  await enqueueDuePostings(ctx);
  return { message: "Match confirmed", status: "matched" };
}

/**
 * The part of {@link confirmMatch} inside the matching lock. What it throws it throws before it writes.
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
