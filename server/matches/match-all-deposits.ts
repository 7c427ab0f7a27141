import { z } from "zod";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { notifyMatches, waitingSuggestions } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { enqueueDuePostings } from "@/server/work/postings";
import { type Apply, decide } from "./decide";
import type { DescribedPlan } from "./plan-deposits";

interface MatchAll {
  /** When the caller's earlier steps began: requests up to then are fulfilled. By default none are. */
  begun?: string | undefined;
  /** What else decides, about what the engine left open; it returns about how many lines. Safe to repeat. */
  decideRest?: () => Promise<number>;
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
    // Each pass in a transaction of its own, so that a company that matches much is not locked for long.
    const plans = await decide(ctx, "all", (tx, apply) => pass(tx, ctx, apply));
    const count = (status: DepositStatus) => plans.filter((plan) => plan.status === status).length;
    matched += count("matched");
    if (count("matched") > 0 || (await decideRest()) > 0) continue;
    await withCompanyLock(ctx, (tx) => notifyAtLast(tx, ctx, begun));
    await enqueueDuePostings(ctx);
    const rest = { suggested: count("suggested"), pending: count("pending") };
    return { message: "Auto-match completed successfully", matched, ...rest };
  }
}

async function pass(tx: Tx, ctx: CompanyContext, apply: Apply): Promise<DescribedPlan[]> {
  const before = await readUnnotified(tx, ctx);
  const plans = await apply(before.runId);
  const now = plans.filter(({ status }) => status === "matched");
  const newIds = now.map(({ depositId }) => Number(depositId));
  await keepUnnotified(tx, ctx, { ...before, matched: [...before.matched, ...newIds] });
  return plans;
}

/**
 * What a run over all deposits will notify about at its end, when all its passes are committed. Kept in the company's row
 * with each pass: whichever run comes to its end notifies about what a crashed one has matched too.
 */
const shape = z.object({
  /** Names the run, so that what it has matched can be undone as one. */
  runId: z.uuid().default(() => crypto.randomUUID()),
  /** IDs of matched deposits. */
  matched: z.array(z.number().int()),
  /** IDs of the deposits that were suggested when the first pass began. */
  suggestedBefore: z.array(z.number().int()),
});
type Unnotified = z.infer<typeof shape>;

/** At the begin of a pass, under the company's lock. */
async function readUnnotified(tx: Tx, ctx: CompanyContext): Promise<Unnotified> {
  const company = await tx.company.findUniqueOrThrow({
    where: { id: ctx.companyId },
    select: { unnotified: true },
  });
  if (company.unnotified !== null) return shape.parse(company.unnotified);
  return {
    runId: crypto.randomUUID(),
    matched: [],
    suggestedBefore: [...(await waitingSuggestions(tx, ctx))],
  };
}

/** At the end of a pass. */
async function keepUnnotified(
  tx: Tx,
  { companyId }: CompanyContext,
  unnotified: Unnotified,
): Promise<void> {
  await tx.$executeRaw`UPDATE companies SET unnotified = ${JSON.stringify(unnotified)}::jsonb
    WHERE id = ${companyId}::uuid`;
}

/**
 * After the last pass, which has matched nothing: notifies.
 * @param begun requests up to then are fulfilled. A later one stays pending: the steps before the engine didn't see its data.
 */
async function notifyAtLast(tx: Tx, ctx: CompanyContext, begun: string | undefined): Promise<void> {
  const { matched, suggestedBefore } = await readUnnotified(tx, ctx);
  await notifyMatches(tx, ctx, { matched, before: new Set(suggestedBefore) });
  await tx.$executeRaw`UPDATE companies SET unnotified = NULL,
      matched_at = coalesce(${begun ?? null}::timestamptz, matched_at)
    WHERE id = ${ctx.companyId}::uuid`;
}
