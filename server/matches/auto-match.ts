import type { DepositStatus } from "@/lib/contracts/deposits";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { ConflictError } from "@/server/errors";
import { enqueueDuePostings } from "@/server/posting/enqueue-due";
import { applyPlan } from "./apply-plan";
import { withMatchingLock } from "./matching-lock";
import { loadOpenBooks } from "./open-books";
import { runEngine } from "./run-engine";

/**
 * Lets the engine match one deposit. It weighs all open deposits against each other, so that a payment
 * which fits another one better is left alone, but only this deposit changes.
 * @throws NotFoundError, or ConflictError when the deposit is posted.
 */
export async function autoMatchDeposit(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  const status = await withMatchingLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    if (deposit.status === "posted") {
      throw new ConflictError("This deposit is posted. Undo the posting to match it again.");
    }
    if (deposit.status === "matched") return deposit.status;
    if (deposit.payoutStatus !== "paid") {
      throw new ConflictError("This payout has not reached the bank, so it can't be matched yet.");
    }
    await matchOpenBooks(tx, ctx, deposit.id);
    return (await requireDeposit(tx, ctx, input.deposit_id)).status;
  });
  await enqueueDuePostings(ctx);
  return { message: "Auto-match completed successfully", status };
}

/**
 * Lets the engine match every open deposit. What it is sure of narrows the choice for the rest, so it runs
 * until it is sure of nothing more; running it again then changes nothing.
 */
export async function matchAllDeposits(
  ctx: CompanyContext,
): Promise<{ message: string; matched: number; suggested: number; pending: number }> {
  const counts = await withMatchingLock(ctx, async (tx) => {
    let matched = 0;
    for (;;) {
      const plans = await matchOpenBooks(tx, ctx);
      const count = (status: DepositStatus) =>
        plans.filter((plan) => plan.status === status).length;
      matched += count("matched");
      if (count("matched") > 0) continue;
      await tx.$executeRaw`
        UPDATE companies SET matched_at = now() WHERE id = ${ctx.companyId}::uuid`;
      return { matched, suggested: count("suggested"), pending: count("pending") };
    }
  });
  await enqueueDuePostings(ctx);
  return { message: "Auto-match completed successfully", ...counts };
}

async function matchOpenBooks(tx: Tx, ctx: CompanyContext, onlyDepositId?: number) {
  const books = await loadOpenBooks(tx, ctx);
  const settings = await tx.companySettings.findUnique({ where: { companyId: ctx.companyId } });
  const algorithm = settings?.algorithm ?? "smart";
  const plans = await runEngine(tx, ctx, books, algorithm);
  const deposits = new Map(books.deposits.map((deposit) => [String(deposit.id), deposit]));
  for (const plan of plans) {
    const deposit = deposits.get(plan.depositId);
    if (!deposit || (onlyDepositId !== undefined && deposit.id !== onlyDepositId)) continue;
    await applyPlan(tx, ctx, deposit, plan, algorithm);
  }
  return plans;
}
