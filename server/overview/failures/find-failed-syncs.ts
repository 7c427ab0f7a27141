import { providerName } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { FoundFailure } from "./found-failure";

/**
 * The connections whose newest sync failed: a later successful sync resolves an older failure. Expired
 * connections are left out, because reconnecting is their retry.
 */
export async function findFailedSyncs(tx: Tx, ctx: CompanyContext): Promise<FoundFailure[]> {
  const { companyId } = ctx;
  const integrations = await tx.integration.findMany({
    where: { companyId, status: "connected" },
    include: { syncRuns: { orderBy: { createdAt: "desc" }, take: 1 } },
  });
  return integrations.flatMap(({ id, provider, syncRuns: [run] }) => {
    if (run?.state !== "failed") return [];
    return {
      key: `sync:${run.id}`,
      kind: "sync" as const,
      title: `${providerName(provider)} sync failed`,
      reason: run.message,
      code: run.errorCode ?? "internal",
      attempts: Math.max(1, run.attempt),
      failedAt: run.finishedAt ?? run.createdAt,
      link: "/integrations",
      about: { kind: "sync" as const, provider, integrationId: id },
    };
  });
}
