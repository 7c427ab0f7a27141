import type { Integration } from "@/generated/prisma/client";
import type { ProviderId } from "@/lib/providers/list";
import { FIRST_COMES } from "./find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { getProvider } from "@/server/providers/registry";
import type { Connection } from "@/server/providers/types";

/** Stored under the id of a key, because the provider didn't name the account. */
export function isUnnamed({ externalAccountId }: Pick<Integration, "externalAccountId">): boolean {
  return externalAccountId.startsWith("key_");
}

/**
 * Finds the stored connection, live or ended, to the same account as a new one when their ids can't be compared, because
 * one of them was made from a key. A payout belongs to one account, so the new key is asked for a stored payout.
 * @returns null if no stored connection is known to be to the same account.
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

/** The new connection under the stored account's id; if the provider names no account, under its stored name too. */
export function asAccountOf(row: Integration, connection: Connection): Connection {
  const { isAnonymous, ...named } = connection;
  if (!isAnonymous) return connection;
  const { externalAccountId, displayName } = row;
  return isUnnamed(row)
    ? { ...connection, externalAccountId }
    : { ...named, externalAccountId, displayName };
}
