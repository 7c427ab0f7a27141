import { setTimeout as sleep } from "node:timers/promises";
import type { Integration, Provider } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/context";
import { unseal } from "@/server/crypto/seal";
import { db, type Tx } from "@/server/db";
import { sealPurpose } from "@/server/integrations/credential-store";
import { isSharedElsewhere } from "@/server/integrations/disconnect";
import { log } from "@/server/logger";
import { getProvider } from "@/server/providers/registry";
import type { CredentialStore } from "@/server/providers/types";

/** A person waits; a provider that does not answer by then is told nothing. */
const PATIENCE_MS = 10_000;

export interface RevocableConnection
  extends Pick<Integration, "companyId" | "provider" | "externalAccountId"> {
  credentials: unknown;
}

/**
 * The company's connections with their credentials in the clear, for the last time. The rows are held: a
 * token that is renewed meanwhile is the one that is read here.
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
  const { companyId, provider, externalAccountId } = row;
  const credentials =
    row.credentials &&
    (await unseal(row.credentials, sealPurpose(row)).catch((error: unknown) => {
      log().warn({ provider, error }, "credentials do not open: they can't be revoked");
      return null;
    }));
  return { companyId, provider, externalAccountId, credentials };
}

/** Tells the providers that we are gone, as well as that goes: the credentials are deleted already. */
export async function revokeAll(connections: RevocableConnection[]): Promise<void> {
  await Promise.race([
    Promise.all(connections.map(revoke)),
    sleep(PATIENCE_MS, undefined, { ref: false }),
  ]);
}

async function revoke(connection: RevocableConnection): Promise<void> {
  const { provider, externalAccountId, credentials } = connection;
  try {
    // Somebody else's connection to the same account is not ours to end.
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
