import type { Integration, Provider } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { seal } from "@/server/crypto/seal";
import { db } from "@/server/db";
import { accessEnds, sealPurpose } from "@/server/integrations/credential-store";
import type { Connection } from "@/server/providers/types";

/**
 * Keeps a new connection, sealed. The same account again revives its row with everything synced under
 * it; another account takes the place of the one before, whose rows stay but are no longer live.
 */
export async function storeConnection(
  ctx: CompanyContext,
  provider: Provider,
  connection: Connection,
): Promise<Integration> {
  const { companyId } = ctx;
  const { externalAccountId, displayName, livemode } = connection;
  const owner = { companyId, provider, externalAccountId };
  const fresh = {
    status: "connected" as const,
    displayName,
    livemode,
    credentials: await seal(connection.credentials, sealPurpose(owner)),
    connectedAt: new Date(),
    disconnectedAt: null,
    ...accessEnds(provider, connection.credentials),
  };
  return db(ctx).$transaction(async (tx) => {
    // One connect at a time per company: the unique index would refuse the second anyway.
    await tx.$executeRaw`SELECT 1 FROM companies WHERE id = ${companyId}::uuid FOR UPDATE`;
    const replaced = await tx.integration.updateMany({
      where: { companyId, provider, status: { not: "disconnected" }, NOT: { externalAccountId } },
      data: { status: "disconnected", credentials: null, disconnectedAt: new Date() },
    });
    if (provider === "quickbooks" && replaced.count > 0) {
      // Account ids belong to the QuickBooks company that was there before.
      await tx.$executeRaw`
        UPDATE integrations SET settings = settings - 'categoryId' - 'categoryName'
        WHERE company_id = ${companyId}::uuid AND provider <> 'quickbooks'`;
    }
    const integration = await tx.integration.upsert({
      where: { companyId_provider_externalAccountId: owner },
      create: { ...owner, ...fresh },
      update: { ...fresh, credentialsVersion: { increment: 1 } },
    });
    if (provider === "quickbooks") {
      await tx.company.update({
        where: { id: companyId },
        data: { currency: connection.currency },
      });
    }
    await recordAudit(tx, ctx, {
      action: "integration.connected",
      entity: "integration",
      entityId: integration.id,
      data: { provider, externalAccountId, displayName, livemode },
    });
    return integration;
  });
}
