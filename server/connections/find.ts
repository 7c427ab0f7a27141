import type { Integration, Prisma } from "@/generated/prisma/client";
import type { SourceType } from "@/lib/contracts/source-type";
import { BY_FILE, describeProvider, LEDGERS, type ProviderId } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { loadLedgerWords } from "@/server/work/ledger-words";

export function providerName(provider: ProviderId): string {
  return describeProvider(provider).name;
}

/** What a source is called in sentences: its provider's name, or that of the processor whose payouts come from files. */
export function sourceName(provider: ProviderId, account: string): string {
  return provider === BY_FILE ? account : providerName(provider);
}

/** A payment processor as filters and settings name it. @throws Error for what is none. */
export function sourceType(provider: ProviderId): SourceType {
  const source = describeProvider(provider);
  if (source.role !== "source") throw new Error(`${source.name} has no payouts`);
  return source.wire;
}

/** Of several accounts at a provider: those whose access has not expired first, then the one connected first. */
export const FIRST_COMES = [
  { status: "asc" },
  { connectedAt: "asc" },
  { id: "asc" },
] as const satisfies Prisma.IntegrationOrderByWithRelationInput[];

/** The company's live integration with a provider, of several the first: connected, or its access expired. */
export function findIntegration(
  ctx: CompanyContext,
  provider: ProviderId,
  tx: Tx = db(ctx),
): Promise<Integration | null> {
  return tx.integration.findFirst({
    where: { companyId: ctx.companyId, provider, status: { not: "disconnected" } },
    orderBy: [...FIRST_COMES],
  });
}

/** All of them, the first one first. */
export function listConnections(ctx: CompanyContext, provider: ProviderId): Promise<Integration[]> {
  return db(ctx).integration.findMany({
    where: { companyId: ctx.companyId, provider, status: { not: "disconnected" } },
    orderBy: [...FIRST_COMES],
  });
}

/** The company's accounting software: connected, or its access expired. */
export function findLedger(ctx: CompanyContext, tx: Tx = db(ctx)): Promise<Integration | null> {
  return tx.integration.findFirst({
    where: {
      companyId: ctx.companyId,
      provider: { in: LEDGERS },
      status: { not: "disconnected" },
    },
    orderBy: [...FIRST_COMES],
  });
}

/** @throws ConflictError when no accounting software is connected, or its access has expired. */
export async function requireLedger(ctx: CompanyContext): Promise<Integration> {
  const ledger = await findLedger(ctx);
  return requireLive(ledger, ledger ? "" : (await loadLedgerWords(ctx)).name);
}

/** @throws ConflictError when the provider is not connected, or its access has expired. */
export async function requireIntegration(
  ctx: CompanyContext,
  provider: ProviderId,
): Promise<Integration> {
  return requireLive(await findIntegration(ctx, provider), providerName(provider));
}

/** @param wanted the name of the provider where there is none. */
function requireLive(integration: Integration | null, wanted: string): Integration {
  if (!integration)
    throw new ConflictError("not_connected", `${wanted} isn't connected. Connect it first.`);
  const name = providerName(integration.provider);
  if (integration.status === "expired") {
    throw new ConflictError(
      "not_connected",
      `Your ${name} connection has expired. Reconnect ${name}.`,
    );
  }
  return integration;
}

/**
 * The connection whose settings are meant: the one that is named, or a provider's first. Of processors by file, one has to
 * be named.
 * @throws ConflictError when it isn't connected; NotFoundError when the named one isn't there.
 */
export async function requireSource(
  ctx: CompanyContext,
  provider: ProviderId,
  connectionId?: string,
  tx: Tx = db(ctx),
): Promise<Integration> {
  if (connectionId === undefined && provider !== BY_FILE) return requireIntegration(ctx, provider);
  const found =
    connectionId &&
    (await tx.integration.findFirst({
      where: {
        ...{ companyId: ctx.companyId, id: connectionId, provider },
        status: { not: "disconnected" },
      },
    }));
  if (!found) throw new NotFoundError("This processor doesn't exist any more.");
  return found;
}

/** The books' home currency (ISO 4217), as the ledger told it when it was connected. */
export async function homeCurrency(ctx: CompanyContext, tx: Tx = db(ctx)): Promise<string> {
  const { currency } = await tx.company.findUniqueOrThrow({
    where: { id: ctx.companyId },
    select: { currency: true },
  });
  return currency;
}
