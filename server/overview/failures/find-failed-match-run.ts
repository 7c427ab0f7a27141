import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { FoundFailure } from "./found-failure";

/** The newest bulk Auto Match, if it failed: a later successful run resolves an older failure. */
export async function findFailedMatchRun(tx: Tx, ctx: CompanyContext): Promise<FoundFailure[]> {
  const run = await tx.matchRun.findFirst({
    where: { companyId: ctx.companyId },
    orderBy: { createdAt: "desc" },
  });
  if (run?.state !== "failed") return [];
  const left = run.depositIds.slice(run.done);
  return [
    {
      key: `match-run:${run.id}`,
      kind: "match-run",
      title: `Auto Match stopped after ${run.done} of ${run.depositIds.length} deposits`,
      reason: `${run.message} Retry to continue with the rest.`,
      code: "internal",
      attempts: Math.max(1, run.attempt),
      failedAt: run.finishedAt ?? run.createdAt,
      link: "/transactions",
      about: { kind: "match-run", depositIds: left },
    },
  ];
}
