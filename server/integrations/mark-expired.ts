import type { Integration } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { providerName } from "@/server/integrations/find";
import { notify } from "@/server/notifications/notify";

/**
 * The provider refuses our access: shown as such, and said once, until it is connected again. A refusal of
 * what was connected before says nothing about the present connection.
 */
export async function markExpired(ctx: CompanyContext, integration: Integration): Promise<void> {
  const { companyId } = ctx;
  const name = providerName(integration.provider);
  await db(ctx).$transaction(async (tx) => {
    const changed = await tx.integration.updateMany({
      where: {
        companyId,
        id: integration.id,
        status: "connected",
        connectedAt: integration.connectedAt,
      },
      data: { status: "expired" },
    });
    if (changed.count === 0) return;
    await recordAudit(tx, ctx, {
      action: "integration.expired",
      entity: "integration",
      entityId: integration.id,
      data: { provider: integration.provider },
    });
    await notify(tx, ctx, {
      // Connecting again writes credentials, and so a new version.
      event: `expired:${integration.id}:${integration.credentialsVersion}`,
      kind: "issue",
      title: `${name} has to be connected again`,
      body: `${name} no longer accepts our access. Nothing is lost; work goes on once it is connected.`,
      link: "/integrations",
    });
  });
}
