import type { MatchRun } from "@/lib/contracts/match-runs";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { toMatchRunView } from "./match-run-view";

/** The bulk Auto Match that is under way, else the last one; null when there was none. */
export async function findLatestMatchRun(ctx: CompanyContext): Promise<{ run: MatchRun | null }> {
  const row = await db(ctx).matchRun.findFirst({
    where: { companyId: ctx.companyId },
    orderBy: { createdAt: "desc" },
  });
  return { run: row && toMatchRunView(row) };
}
