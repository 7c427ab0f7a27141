import type { Integration } from "@/generated/prisma/client";
import { recordAudit } from "@/server/platform/record-audit";
import { providerName } from "./find";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/**
 * Marks an integration as expired when the provider refuses its credentials, and notifies once until it
 * is reconnected. A refusal of older credentials does not affect the current connection.
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
      // Reconnecting writes credentials and so increments the version.
      event: `expired:${integration.id}:${integration.credentialsVersion}`,
      kind: "issue",
      title: `Reconnect ${name}`,
      body: `Your ${name} connection has expired. Reconnect to continue; nothing is lost.`,
      link: "/integrations",
    });
  });
}
