import type { Integration } from "@/generated/prisma/client";
import { ACTIVE_RUN_STATES } from "@/lib/contracts/values/runs";
import { recordAudit } from "@/server/platform/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** Erases a connection's credentials and cancels its running sync. Synced data stays. */
export async function endConnection(
  tx: Tx,
  ctx: CompanyContext,
  { id, provider }: Pick<Integration, "id" | "provider">,
): Promise<void> {
  const { companyId } = ctx;
  await tx.integration.update({
    where: { companyId_id: { companyId, id } },
    data: { status: "disconnected", credentials: null, disconnectedAt: new Date() },
  });
  await tx.syncRun.updateMany({
    where: { companyId, integrationId: id, state: { in: [...ACTIVE_RUN_STATES] } },
    data: { state: "cancelled", finishedAt: new Date(), message: "Disconnected" },
  });
  await recordAudit(tx, ctx, {
    action: "integration.disconnected",
    entity: "integration",
    entityId: id,
    data: { provider },
  });
}
