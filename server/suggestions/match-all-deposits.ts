import type { DepositStatus } from "@/lib/contracts/deposits";
import { notifyMatches, waitingSuggestions } from "@/server/notifications/notify-match-run";
import { enqueueDuePostings } from "@/server/outbox/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { matchOpenRows } from "./match-open-rows";

/**
 * Lets the engine match every open deposit. What it is sure of narrows the choice for the rest, so it runs
 * until it is sure of nothing more; running it again then changes nothing.
 * @param decideRest what else decides, about what the engine left open; it returns about how many lines.
 */
export async function matchAllDeposits(
  ctx: CompanyContext,
  decideRest: (tx: Tx) => Promise<number> = async () => 0,
): Promise<{ message: string; matched: number; suggested: number; pending: number }> {
  const before = await db(ctx).$transaction((tx) => waitingSuggestions(tx, ctx));
  const matched: number[] = [];
  for (;;) {
    const run = { matched, before };
    const step = await withCompanyLock(ctx, (tx) => matchOnce(tx, ctx, run, decideRest));
    matched.push(...step.matched);
    if (!step.rest) continue;
    await enqueueDuePostings(ctx);
    const message = "Auto-match completed successfully";
    return { message, matched: matched.length, ...step.rest };
  }
}

/** Each in a transaction of its own, so that a company that matches much is not locked, nor a connection held, for long. */
async function matchOnce(
  tx: Tx,
  ctx: CompanyContext,
  run: { matched: readonly number[]; before: ReadonlySet<number> },
  decideRest: (tx: Tx) => Promise<number>,
): Promise<{ matched: number[]; rest?: { suggested: number; pending: number } }> {
  const plans = await matchOpenRows(tx, ctx);
  const now = plans.filter(({ status }) => status === "matched");
  const matched = now.map(({ depositId }) => Number(depositId));
  if (now.length > 0 || (await decideRest(tx)) > 0) return { matched };
  const count = (status: DepositStatus) => plans.filter((plan) => plan.status === status).length;
  await notifyMatches(tx, ctx, run);
  await tx.$executeRaw`UPDATE companies SET matched_at = now() WHERE id = ${ctx.companyId}::uuid`;
  return { matched, rest: { suggested: count("suggested"), pending: count("pending") } };
}
