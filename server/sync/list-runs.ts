import type { SyncRun } from "@/lib/contracts/integrations";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { toRunView } from "./to-run-view";

const LATEST = 20;

/** The latest runs, newest first: what is under way and how the last ones went. */
export async function listRuns(ctx: CompanyContext): Promise<{ runs: SyncRun[] }> {
  const rows = await db(ctx).syncRun.findMany({
    where: { companyId: ctx.companyId },
    include: { integration: { select: { provider: true } } },
    orderBy: { createdAt: "desc" },
    take: LATEST,
  });
  return { runs: rows.map((row) => toRunView(row, row.integration.provider)) };
}
