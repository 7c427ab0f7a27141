import type { Integration, Provider } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { credentialStore } from "@/server/integrations/credential-store";
import { findIntegration, providerName } from "@/server/integrations/find";
import { log } from "@/server/logger";
import { getProvider } from "@/server/providers/registry";

/**
 * Revoking ends an account's whole connection to us. Where another company is connected to it too, that is
 * not ours to end: our copy of the tokens goes all the same.
 */
export async function isSharedElsewhere(
  integration: Pick<Integration, "companyId" | "provider" | "externalAccountId">,
): Promise<boolean> {
  const { companyId, provider, externalAccountId } = integration;
  const others = await db("jobs").integration.count({
    where: {
      provider,
      externalAccountId,
      status: { not: "disconnected" },
      NOT: { companyId },
    },
  });
  return others > 0;
}

async function revoke(ctx: CompanyContext, integration: Integration): Promise<void> {
  const { id, provider } = integration;
  try {
    await getProvider(provider).redirectConnect?.revoke(credentialStore(ctx, integration));
  } catch (error) {
    // The user's wish counts, not the provider's answer: our copy of the tokens goes either way.
    log().warn({ provider, integrationId: id, error }, "could not revoke tokens");
  }
}

/**
 * Ends a connection: our credentials are erased, the provider is told where it can be, a running sync is
 * cancelled. What was synced stays. Disconnecting what is not connected is fine.
 */
export async function disconnect(
  ctx: CompanyContext,
  provider: Provider,
): Promise<{ message: string }> {
  const message = `Successfully disconnected from ${providerName(provider)}`;
  const integration = await findIntegration(ctx, provider);
  if (!integration) return { message };
  if (!(await isSharedElsewhere(integration))) await revoke(ctx, integration);
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    await tx.integration.update({
      where: { companyId_id: { companyId, id: integration.id } },
      data: { status: "disconnected", credentials: null, disconnectedAt: new Date() },
    });
    await tx.syncRun.updateMany({
      where: { companyId, integrationId: integration.id, state: { in: ["queued", "running"] } },
      data: { state: "cancelled", finishedAt: new Date(), message: "Disconnected" },
    });
    await recordAudit(tx, ctx, {
      action: "integration.disconnected",
      entity: "integration",
      entityId: integration.id,
      data: { provider },
    });
  });
  return { message };
}
