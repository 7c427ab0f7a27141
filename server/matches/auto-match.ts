import type { DepositStatus } from "@/lib/contracts/deposits";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { ConflictError } from "@/server/errors";
import { tellRun, waitingSuggestions } from "@/server/notifications/tell-run";
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
    await matchOpenBooks(tx, ctx, new Set([deposit.id]));
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
    const before = await waitingSuggestions(tx, ctx);
    const matched: number[] = [];
    for (;;) {
      const plans = await matchOpenBooks(tx, ctx);
      const now = plans.filter(({ status }) => status === "matched");
      matched.push(...now.map(({ depositId }) => Number(depositId)));
      if (now.length > 0) continue;
      const count = (status: DepositStatus) =>
        plans.filter((plan) => plan.status === status).length;
      await tellRun(tx, ctx, { matched, before });
      await tx.$executeRaw`
        UPDATE companies SET matched_at = now() WHERE id = ${ctx.companyId}::uuid`;
      const [suggested, pending] = [count("suggested"), count("pending")];
      return { matched: matched.length, suggested, pending };
    }
  });
  await enqueueDuePostings(ctx);
  return { message: "Auto-match completed successfully", ...counts };
}

/**
 * One run of the engine over all open books, under the company's lock. `only` names the deposits that may
 * change; without it all may. Returns what was decided about those.
 */
export async function matchOpenBooks(tx: Tx, ctx: CompanyContext, only?: ReadonlySet<number>) {
  const books = await loadOpenBooks(tx, ctx);
  const settings = await tx.companySettings.findUnique({ where: { companyId: ctx.companyId } });
  const algorithm = settings?.algorithm ?? "smart";
  const all = await runEngine(tx, ctx, books, algorithm);
  const plans = only ? all.filter(({ depositId }) => only.has(Number(depositId))) : all;
  const deposits = new Map(books.deposits.map((deposit) => [String(deposit.id), deposit]));
  for (const plan of plans) {
    const deposit = deposits.get(plan.depositId);
    if (deposit) await applyPlan(tx, ctx, deposit, plan, algorithm);
  }
  return plans;
}
