import type { Integration } from "@/generated/prisma/client";
import type { ProviderId } from "@/lib/providers/list";
import { FIRST_COMES } from "@/server/integrations/find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { getProvider } from "@/server/providers/registry";
import type { Connection } from "@/server/providers/types";

/** Stored under the id of a key, because the provider didn't name the account. */
export function isUnnamed({ externalAccountId }: Pick<Integration, "externalAccountId">): boolean {
  return externalAccountId.startsWith("key_");
}

/**
 * The stored connection, ended or not, of the account that a new one opens, where their ids can't tell because one of
 * them is a key's. A payout belongs to one account, so the provider is asked whether the account has one that is stored.
 * @returns null where none of them is known to be the same.
 * @throws ProviderError.
 */
export async function findSameAccount(
  ctx: CompanyContext,
  provider: ProviderId,
  { externalAccountId, isAnonymous, credentials }: Connection,
): Promise<Integration | null> {
  const { source } = getProvider(provider);
  if (!source?.hasPayout) return null;
  const { companyId } = ctx;
  const rows = await db(ctx).integration.findMany({
    where: { companyId, provider },
    orderBy: [...FIRST_COMES],
  });
  if (rows.some((row) => row.externalAccountId === externalAccountId)) return null;
  for (const row of isAnonymous ? rows : rows.filter(isUnnamed)) {
    const payout = await db(ctx).deposit.findFirst({
      where: { companyId, integrationId: row.id },
      orderBy: [{ txnDate: "desc" }, { id: "desc" }],
      select: { providerId: true },
    });
    if (payout && (await source.hasPayout(credentials, payout.providerId))) return row;
  }
  return null;
}

/** A new connection as one of the stored account, whose id and name it takes where the provider tells none. */
export function asAccountOf(row: Integration, connection: Connection): Connection {
  const { isAnonymous, ...named } = connection;
  if (!isAnonymous) return connection;
  const { externalAccountId, displayName } = row;
  return isUnnamed(row)
    ? { ...connection, externalAccountId }
    : { ...named, externalAccountId, displayName };
}
