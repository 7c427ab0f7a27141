import type { DepositStatus } from "@/lib/contracts/deposits";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { enqueueDuePostings } from "@/server/outbox/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { decideAgain } from "@/server/suggestions/decide-again";
import { type ChosenLines, requireOpenLines } from "./require-open-lines";

/**
 * Carries a user's choice for open lines out, under the company's lock; then the deposit goes its normal way.
 * @param store writes the choice, and returns it in words.
 * @throws what {@link requireOpenLines} and `store` throw.
 */
export async function chooseForLines(
  ctx: CompanyContext,
  named: { deposit_id: number; line_ids: readonly number[] },
  store: (tx: Tx, chosen: ChosenLines) => Promise<string>,
): Promise<{ message: string; status: DepositStatus }> {
  const done = await withCompanyLock(ctx, async (tx) => {
    const chosen = await requireOpenLines(tx, ctx, named);
    const message = await store(tx, chosen);
    await decideAgain(tx, ctx, [chosen.deposit.id]);
    const { status } = await requireDeposit(tx, ctx, chosen.deposit.id);
    return { message, status };
  });
  await enqueueDuePostings(ctx);
  return done;
}
