import type { User } from "@/generated/prisma/client";
import { removeSecondFactor } from "@/server/accounts/two-factor/second-factor";
import { endConnection } from "@/server/connections/disconnect";
import { mintCompanyId } from "@/server/platform/company-id";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { withinCompany } from "@/server/platform/with-company-lock";
import { openConnections, type RevocableConnection } from "./revoke-connections";
import { endSessions } from "./sessions";

/** What an account had before its address was proved. */
export interface Removed {
  twoFactor: boolean;
  /** How many sign-in providers were linked. */
  identities: number;
  /** How many API tokens were revoked. */
  apiTokens: number;
  /** To revoke after the commit. */
  connections: RevocableConnection[];
}

/**
 * Removes what was set up before the account's address was proved: sessions, second factor, recovery
 * codes, linked sign-in providers, API tokens, and the connections of companies without other members. That may have been a
 * stranger who signed up with it. The caller holds the lock of the account's row.
 */
export async function removeUnproved(tx: Tx, user: User, requestId: string): Promise<Removed> {
  const { id: userId } = user;
  // First: connecting a provider locks its session, so that it has either ended or is seen below.
  await endSessions(tx, userId);
  await removeSecondFactor(tx, userId);
  await tx.oAuthState.deleteMany({ where: { userId } });
  const { count: identities } = await tx.linkedIdentity.deleteMany({ where: { userId } });
  const twoFactor = user.totpConfirmedAt !== null;
  const connections: RevocableConnection[] = [];
  let apiTokens = 0;
  for (const { companyId, role } of await tx.membership.findMany({ where: { userId } })) {
    const ctx = { companyId: mintCompanyId(companyId), userId, role, requestId };
    const ended = await endConnections(tx, ctx);
    const { count: tokens } = await tx.apiToken.updateMany({
      where: { companyId, createdBy: userId, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    apiTokens += tokens;
    await recordAudit(tx, ctx, {
      action: "account.unproved_removed",
      entity: "user",
      entityId: userId,
      data: { two_factor: twoFactor, identities, api_tokens: tokens, connections: ended.length },
    });
    connections.push(...ended);
  }
  return { twoFactor, identities, apiTokens, connections };
}

async function endConnections(
  tx: Tx,
  ctx: CompanyContext & { userId: number },
): Promise<RevocableConnection[]> {
  const { companyId, userId } = ctx;
  if ((await tx.membership.count({ where: { companyId, NOT: { userId } } })) > 0) return [];
  return withinCompany(tx, ctx, async () => {
    const connections = await openConnections(tx, ctx);
    const live = connections.filter(({ status }) => status !== "disconnected");
    for (const connection of live) await endConnection(tx, ctx, connection);
    return live;
  });
}
