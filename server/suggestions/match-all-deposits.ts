import type { DepositStatus } from "@/lib/contracts/deposits";
import { notifyMatches, waitingSuggestions } from "@/server/notifications/notify-match-run";
import { enqueueDuePostings } from "@/server/outbox/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
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
  const counts = await withCompanyLock(ctx, async (tx) => {
    const before = await waitingSuggestions(tx, ctx);
    const matched: number[] = [];
    for (;;) {
      const plans = await matchOpenRows(tx, ctx);
      const now = plans.filter(({ status }) => status === "matched");
      matched.push(...now.map(({ depositId }) => Number(depositId)));
      if (now.length > 0 || (await decideRest(tx)) > 0) continue;
      const count = (status: DepositStatus) =>
        plans.filter((plan) => plan.status === status).length;
      await notifyMatches(tx, ctx, { matched, before });
      await tx.$executeRaw`
        UPDATE companies SET matched_at = now() WHERE id = ${ctx.companyId}::uuid`;
      const [suggested, pending] = [count("suggested"), count("pending")];
      return { matched: matched.length, suggested, pending };
    }
  });
  await enqueueDuePostings(ctx);
  return { message: "Auto-match completed successfully", ...counts };
}
