import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { providerName } from "@/server/integrations/find";
import type { FoundFailure } from "./found-failure";

/**
 * The connections whose newest sync failed: an older failure is mended by a sync that worked. One whose
 * access has expired is left out: it asks to be connected again, which is its retry.
 */
export async function findFailedSyncs(tx: Tx, ctx: CompanyContext): Promise<FoundFailure[]> {
  const { companyId } = ctx;
  const integrations = await tx.integration.findMany({
    where: { companyId, status: "connected" },
    include: { syncRuns: { orderBy: { createdAt: "desc" }, take: 1 } },
  });
  return integrations.flatMap(({ provider, syncRuns: [run] }) => {
    if (run?.state !== "failed") return [];
    return {
      key: `sync:${run.id}`,
      kind: "sync" as const,
      title: `${providerName(provider)} could not be synced`,
      reason: run.message,
      code: run.errorCode ?? "internal",
      attempts: Math.max(1, run.attempt),
      failedAt: run.finishedAt ?? run.createdAt,
      link: "/integrations",
      about: { kind: "sync" as const, provider },
    };
  });
}
