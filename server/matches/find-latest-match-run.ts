import type { MatchRun as MatchRunView } from "@/lib/contracts/match-runs";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { toMatchRunView } from "./to-match-run-view";

/** The bulk Auto Match that is under way, else the last one; null when there was none. */
export async function findLatestMatchRun(
  ctx: CompanyContext,
): Promise<{ run: MatchRunView | null }> {
  const row = await db(ctx).matchRun.findFirst({
    where: { companyId: ctx.companyId },
    orderBy: { createdAt: "desc" },
  });
  return { run: row && toMatchRunView(row) };
}
