import type { DepositStatus } from "@/lib/contracts/deposits";
import { enqueueDuePostings } from "@/server/work/enqueue-due-postings";
import { recordAutomaticRun } from "@/server/work/record-automatic-run";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { matchOpenRows } from "./match-open-rows";
import { keepUnnotified, notifyAtLast, readUnnotified } from "./unnotified";

interface MatchAll {
  /** When the caller's earlier steps began: requests up to then are fulfilled. By default none are. */
  begun?: string | undefined;
  /** What else decides, about what the engine left open; it returns about how many lines. */
  decideRest?: (tx: Tx) => Promise<number>;
}

/**
 * Lets the engine match every open deposit. What it is sure of narrows the choice for the rest, so it runs
 * until it is sure of nothing more; running it again then changes nothing.
 */
export async function matchAllDeposits(
  ctx: CompanyContext,
  { begun, decideRest = async () => 0 }: MatchAll = {},
): Promise<{ message: string; matched: number; suggested: number; pending: number }> {
  let matched = 0;
  for (;;) {
    const step = await withCompanyLock(ctx, (tx) => matchOnce(tx, ctx, { begun, decideRest }));
    matched += step.matched;
    if (!step.rest) continue;
    await enqueueDuePostings(ctx);
    return { message: "Auto-match completed successfully", matched, ...step.rest };
  }
}

/** Each in a transaction of its own, so that a company that matches much is not locked, nor a connection held, for long. */
async function matchOnce(
  tx: Tx,
  ctx: CompanyContext,
  { begun, decideRest }: MatchAll & Required<Pick<MatchAll, "decideRest">>,
): Promise<{ matched: number; rest?: { suggested: number; pending: number } }> {
  const before = await readUnnotified(tx, ctx);
  const plans = await matchOpenRows(tx, ctx);
  const now = plans.filter(({ status }) => status === "matched");
  const newIds = now.map(({ depositId }) => Number(depositId));
  await recordAutomaticRun(tx, ctx, before.runId, newIds);
  const matched = [...before.matched, ...newIds];
  if (now.length > 0 || (await decideRest(tx)) > 0) {
    await keepUnnotified(tx, ctx, { ...before, matched });
    return { matched: now.length };
  }
  const count = (status: DepositStatus) => plans.filter((plan) => plan.status === status).length;
  await notifyAtLast(tx, ctx, before, begun);
  return { matched: 0, rest: { suggested: count("suggested"), pending: count("pending") } };
}
