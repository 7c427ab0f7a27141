import type { Integration } from "@/generated/prisma/client";
import { ACTIVE_RUN_STATES } from "@/lib/constants/runs";
import { BY_FILE, type ProviderId } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { log } from "@/server/platform/logger";
import { recordAudit } from "@/server/platform/record-audit";
import { getProvider } from "@/server/providers/registry";
import { credentialStore } from "./credentials";
import { findIntegration, providerName } from "./find";
import { forgetLists } from "./ledger-cache";
import { isSharedElsewhere } from "./shared-use";

async function revoke(ctx: CompanyContext, integration: Integration): Promise<void> {
  const { id, provider } = integration;
  try {
    await getProvider(provider).redirectConnect?.revoke(
      credentialStore(ctx, integration, "bookkeeping"),
    );
  } catch (error) {
    // The user's request counts, not the provider's response: our copy of the tokens is deleted either
    // way.
    log().warn({ provider, integrationId: id, error }, "could not revoke tokens");
  }
}

/**
 * Ends a connection, of several with the provider the first: erases our credentials, revokes them at the provider where possible, and cancels a
 * running sync. Synced data stays. Idempotent.
 */
export async function disconnect(
  ctx: CompanyContext,
  provider: ProviderId,
): Promise<{ message: string }> {
  const message = `Successfully disconnected from ${providerName(provider)}`;
  const integration = await findIntegration(ctx, provider);
  if (!integration) return { message };
  await endAndRevoke(ctx, integration);
  return { message };
}

/**
 * Ends one connection, and revokes its access where no other company uses it: revoking would end theirs too, so only our
 * copy of the tokens is deleted then.
 */
async function endAndRevoke(ctx: CompanyContext, integration: Integration): Promise<void> {
  const hasAccess = integration.provider !== BY_FILE;
  if (hasAccess && !(await isSharedElsewhere(integration))) await revoke(ctx, integration);
  await db(ctx).$transaction((tx) => endConnection(tx, ctx, integration));
  forgetLists(ctx);
}

/** Erases a connection's credentials and cancels its running sync. Synced data stays. */
export async function endConnection(
  tx: Tx,
  ctx: CompanyContext,
  { id, provider }: Pick<Integration, "id" | "provider">,
): Promise<void> {
  const { companyId } = ctx;
  // The run first, as a sync that ends writes them: in the other order the two wait for each other.
  await tx.syncRun.updateMany({
    where: { companyId, integrationId: id, state: { in: [...ACTIVE_RUN_STATES] } },
    data: { state: "cancelled", finishedAt: new Date(), message: "Disconnected" },
  });
  await tx.integration.update({
    where: { companyId_id: { companyId, id } },
    data: { status: "disconnected", credentials: null, disconnectedAt: new Date() },
  });
  await recordAudit(tx, ctx, {
    action: "integration.disconnected",
    entity: "integration",
    entityId: id,
    data: { provider },
  });
}

/**
 * Ends one of several connections with a provider, as {@link disconnect} ends the first.
 * @throws NotFoundError when it does not exist, has ended, or is another company's.
 */
export async function disconnectConnection(
  ctx: CompanyContext,
  { connection_id }: { connection_id: string },
): Promise<{ message: string }> {
  const integration = await db(ctx).integration.findFirst({
    where: { companyId: ctx.companyId, id: connection_id, status: { not: "disconnected" } },
  });
  if (!integration) throw new NotFoundError("This connection doesn't exist any more.");
  await endAndRevoke(ctx, integration);
  const { provider, displayName } = integration;
  return { message: `Successfully disconnected ${displayName} from ${providerName(provider)}` };
}
