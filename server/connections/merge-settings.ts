import type { Integration, Prisma } from "@/generated/prisma/client";
import { recordAudit } from "@/server/platform/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Merges the choices of one settings dialog into the stored settings, in the caller's transaction. All accounts that the
 * company has at the provider share them.
 */
export async function mergeSettings(
  tx: Tx,
  ctx: CompanyContext,
  integration: Pick<Integration, "id" | "provider">,
  settings: Prisma.InputJsonObject,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE integrations SET settings = settings || ${JSON.stringify(settings)}::jsonb
    WHERE company_id = ${ctx.companyId}::uuid AND (id = ${integration.id}::uuid
      OR (provider = ${integration.provider}::provider AND status <> 'disconnected'))`;
  await recordAudit(tx, ctx, {
    action: "integration.settings_saved",
    entity: "integration",
    entityId: integration.id,
    data: { provider: integration.provider, ...settings },
  });
}
