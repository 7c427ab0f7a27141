import { isDeepStrictEqual } from "node:util";
import type { Integration } from "@/generated/prisma/client";
import { delay } from "@/lib/delay";
import type { ProviderId } from "@/lib/providers/list";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { seal, UnopenableError, unseal } from "@/server/platform/crypto/keyring";
import { db } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { withLease } from "@/server/platform/leases";
import { log } from "@/server/platform/logger";
import { recordAudit } from "@/server/platform/record-audit";
import type { CredentialStore, Reader, ReadPurpose } from "@/server/providers/credential-store";
import { ProviderError } from "@/server/providers/errors";
import { getProvider } from "@/server/providers/registry";
import { providerName } from "./find";

/** A renewal by another process is waited for: a token request with its time-out, or the lease of a lost process. */
const PATIENCE_MS = 45_000;
const ASK_AGAIN_MS = 150;

function accountOf({ provider, externalAccountId }: CredentialsOwner): string {
  return `renew ${provider} ${externalAccountId}`;
}

/** The columns with the end of access, for the credentials of a row. */
export function accessEnds(
  provider: ProviderId,
  credentials: unknown,
): Pick<Integration, "idleEndsAt" | "endsAt"> {
  const ends = getProvider(provider).endingAccess?.ends(credentials);
  return { idleEndsAt: ends?.idle ?? null, endsAt: ends?.final ?? null };
}

/** Whose part of a shared allowance a read uses. */
export function readerFor({ companyId, apiToken }: CompanyContext, purpose: ReadPurpose): Reader {
  return { companyId, purpose, isToken: apiToken !== undefined };
}

/**
 * The sealed credentials of one integration. A renewal holds a lease of the account and no connection while it asks
 * the provider: a refresh token is used once, whichever processes want to renew it.
 * @param purpose what the reads made with them are for
 */
export function credentialStore(
  ctx: CompanyContext,
  integration: Integration,
  purpose: ReadPurpose,
): CredentialStore<unknown> {
  const key = { companyId: integration.companyId, id: integration.id };
  const sealedFor = sealPurpose(integration);

  async function open(sealed: Uint8Array | null | undefined): Promise<unknown> {
    if (!sealed) throw new NotFoundError("This integration is no longer connected");
    try {
      return await unseal(sealed, sealedFor);
    } catch (error) {
      if (!(error instanceof UnopenableError)) throw error;
      const { id, provider } = integration;
      log().error({ integrationId: id, provider, error }, "stored credentials can't be opened");
      throw unreadable(integration, error);
    }
  }

  async function current(): Promise<unknown> {
    const row = await db(ctx).integration.findUnique({
      where: { companyId_id: key },
      select: { credentials: true },
    });
    return open(row?.credentials);
  }

  /** What the provider gave for `spent`; stored, unless the connection was ended or made anew meanwhile. */
  async function store(spent: unknown, fresh: unknown): Promise<unknown> {
    const sealed = await seal(fresh, sealedFor);
    return db(ctx).$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM integrations
        WHERE company_id = ${key.companyId}::uuid AND id = ${key.id}::uuid FOR UPDATE`;
      const row = await tx.integration.findUnique({ where: { companyId_id: key } });
      const latest = await open(row?.credentials);
      if (!isDeepStrictEqual(latest, spent)) return latest;
      await tx.integration.update({
        where: { companyId_id: key },
        data: {
          credentials: sealed,
          credentialsVersion: { increment: 1 },
          ...accessEnds(integration.provider, fresh),
        },
      });
      return fresh;
    });
  }

  return {
    current,
    reader: readerFor(ctx, purpose),
    async renew(stale, exchange) {
      // Two companies may hold tokens of the same account: their renewals are serialised too.
      const name = accountOf(integration);
      const giveUpAt = performance.now() + PATIENCE_MS;
      for (;;) {
        const latest = await current();
        if (!isDeepStrictEqual(latest, stale)) return latest;
        const renewed = await withLease(name, async () => {
          const held = await current();
          return isDeepStrictEqual(held, stale) ? store(held, await exchange(held)) : held;
        });
        if (renewed) return renewed.result;
        if (performance.now() >= giveUpAt) throw lateRenewal(integration);
        await delay(ASK_AGAIN_MS * (0.5 + Math.random()));
      }
    },
  };
}

/** Of another APP_SECRET, or damaged: nothing but a new connection helps, or the former secret. */
function unreadable({ provider }: CredentialsOwner, cause: unknown): ConflictError {
  const name = providerName(provider);
  return new ConflictError(
    "not_connected",
    `The stored access to ${name} can't be opened with this installation's APP_SECRET. Reconnect ${name} in Integrations, unless the operator can restore the former secret.`,
    {},
    { cause },
  );
}

function lateRenewal({ provider }: CredentialsOwner): ProviderError {
  const message = "another request has been renewing the access for too long";
  return new ProviderError(provider, "unavailable", message);
}

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

/** The row that holds credentials. */
type CredentialsOwner = Pick<Integration, "companyId" | "provider" | "externalAccountId">;

/** Binds sealed credentials to their row: moved to another row, they do not open. */
export function sealPurpose(owner: CredentialsOwner): string {
  return `${owner.companyId}:${owner.provider}:${owner.externalAccountId}`;
}
