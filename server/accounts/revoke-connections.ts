import { setTimeout as sleep } from "node:timers/promises";
import type { Integration, Provider } from "@/generated/prisma/client";
import { sealPurpose } from "@/server/connections/credentials";
import { isSharedElsewhere } from "@/server/connections/shared-use";
import type { CompanyContext } from "@/server/platform/context";
import { unseal } from "@/server/platform/crypto/keyring";
import { db, type Tx } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import type { CredentialStore } from "@/server/providers/credential-store";
import { getProvider } from "@/server/providers/registry";

/** The user waits, so revoking stops after this time. */
const PATIENCE_MS = 10_000;

export interface RevocableConnection
  extends Pick<Integration, "companyId" | "id" | "provider" | "externalAccountId" | "status"> {
  credentials: unknown;
}

/**
 * Reads the company's connections with their credentials decrypted. Locks the rows: a token that is being renewed
 * is stored before, or not at all, and revoking the earlier one ends the whole access.
 */
export async function openConnections(
  tx: Tx,
  { companyId }: CompanyContext,
): Promise<RevocableConnection[]> {
  await tx.$executeRaw`
    SELECT 1 FROM integrations WHERE company_id = ${companyId}::uuid ORDER BY id FOR UPDATE`;
  const rows = await tx.integration.findMany({ where: { companyId } });
  return Promise.all(rows.map(open));
}

async function open(row: Integration): Promise<RevocableConnection> {
  const { companyId, id, provider, externalAccountId, status } = row;
  const credentials =
    row.credentials &&
    (await unseal(row.credentials, sealPurpose(row)).catch((error: unknown) => {
      log().warn({ provider, error }, "credentials do not open: they can't be revoked");
      return null;
    }));
  return { companyId, id, provider, externalAccountId, status, credentials };
}

/** Revokes the connections at their providers, as best effort: our credentials are already deleted. */
export async function revokeAll(connections: RevocableConnection[]): Promise<void> {
  await Promise.race([
    Promise.all(connections.map(revoke)),
    sleep(PATIENCE_MS, undefined, { ref: false }),
  ]);
}

async function revoke(connection: RevocableConnection): Promise<void> {
  const { provider, externalAccountId, credentials } = connection;
  try {
    // Another company's connection to the same account must keep working.
    if (await isSharedElsewhere(connection)) return;
    await db("jobs").webhookEvent.deleteMany({ where: { provider, externalAccountId } });
    if (!credentials) return;
    await getProvider(provider satisfies Provider).redirectConnect?.revoke(lastCopy(credentials));
  } catch (error) {
    log().warn({ provider, error }, "could not revoke tokens");
  }
}

function lastCopy(credentials: unknown): CredentialStore<unknown> {
  let latest = credentials;
  return {
    current: async () => latest,
    renew: async (_stale, exchange) => {
      latest = await exchange(latest);
      return latest;
    },
  };
}
