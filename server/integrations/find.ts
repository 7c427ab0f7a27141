import type { Integration, Provider } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/context";
import { db, type Tx } from "@/server/db";
import { ConflictError } from "@/server/errors";

const NAMES: Record<Provider, string> = {
  stripe: "Stripe",
  quickbooks: "QuickBooks",
  authorizenet: "Authorize.Net",
};

export function providerName(provider: Provider): string {
  return NAMES[provider];
}

/** The company's live integration with a provider (connected, or waiting to be connected again). */
export function findIntegration(
  ctx: CompanyContext,
  provider: Provider,
  tx: Tx = db(ctx),
): Promise<Integration | null> {
  return tx.integration.findFirst({
    where: { companyId: ctx.companyId, provider, status: { not: "disconnected" } },
  });
}

/** @throws ConflictError when it is not connected, or its access has expired. */
export async function requireIntegration(
  ctx: CompanyContext,
  provider: Provider,
): Promise<Integration> {
  const integration = await findIntegration(ctx, provider);
  const name = NAMES[provider];
  if (!integration) throw new ConflictError(`${name} is not connected. Connect it first.`);
  if (integration.status === "expired") {
    throw new ConflictError(`${name} no longer accepts our access. Connect ${name} again.`);
  }
  return integration;
}
