import { isDeepStrictEqual } from "node:util";
import type { Integration } from "@/generated/prisma/client";
import type { ProviderId } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { seal, unseal } from "@/server/platform/crypto/seal";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import type { CredentialStore } from "@/server/providers/credential-store";
import { getProvider } from "@/server/providers/registry";

// A renewal calls the provider inside the lock, so the timeout covers a whole provider call.
const RENEWAL_TIMEOUT_MS = 60_000;

type Owner = Pick<Integration, "companyId" | "provider" | "externalAccountId">;

/** Binds sealed credentials to their row: moved to another row, they do not open. */
export function sealPurpose(owner: Owner): string {
  return `${owner.companyId}:${owner.provider}:${owner.externalAccountId}`;
}

function accountOf({ provider, externalAccountId }: Owner): string {
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

/** The sealed credentials of one integration; a row lock serialises renewals across all instances. */
export function credentialStore(
  ctx: CompanyContext,
  integration: Integration,
): CredentialStore<unknown> {
  const key = { companyId: integration.companyId, id: integration.id };
  const purpose = sealPurpose(integration);

  async function open(sealed: Uint8Array | null | undefined): Promise<unknown> {
    if (!sealed) throw new NotFoundError("This integration is no longer connected");
    return unseal(sealed, purpose);
  }

  return {
    async current() {
      const row = await db(ctx).integration.findUnique({
        where: { companyId_id: key },
        select: { credentials: true },
      });
      return open(row?.credentials);
    },
    renew(stale, exchange) {
      return db(ctx).$transaction(
        async (tx) => {
          // Two companies may hold tokens of the same account: their renewals are serialised too.
          await tx.$executeRaw`
            SELECT pg_advisory_xact_lock(hashtextextended(${accountOf(integration)}, 0))`;
          await tx.$executeRaw`SELECT 1 FROM integrations
            WHERE company_id = ${key.companyId}::uuid AND id = ${key.id}::uuid FOR UPDATE`;
          const row = await tx.integration.findUnique({ where: { companyId_id: key } });
          const latest = await open(row?.credentials);
          if (!isDeepStrictEqual(latest, stale)) return latest;
          const fresh = await exchange(latest);
          await tx.integration.update({
            where: { companyId_id: key },
            data: {
              credentials: await seal(fresh, purpose),
              credentialsVersion: { increment: 1 },
              ...accessEnds(integration.provider, fresh),
            },
          });
          return fresh;
        },
        { timeout: RENEWAL_TIMEOUT_MS, maxWait: RENEWAL_TIMEOUT_MS },
      );
    },
  };
}
