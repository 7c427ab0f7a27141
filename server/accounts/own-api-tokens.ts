import type { ownApiTokens as contract } from "@/lib/contracts/api-tokens";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import { mintCompanyId } from "@/server/platform/company-id";
import type { CompanyContext, SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { lockAccount } from "./find-account";

/** An API token that works, with the name of its company. */
interface LiveToken {
  companyId: string;
  id: string;
  name: string;
  company: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The live API tokens that a user made, in all companies, newest first: neither a new password nor signing out ends them. */
export async function liveTokensOf(tx: Tx, userId: number): Promise<LiveToken[]> {
  const tokens = await tx.apiToken.findMany({
    where: {
      createdBy: userId,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    include: { company: { select: { name: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  return tokens.map(({ company, ...token }) => ({ ...token, company: company.name }));
}

export async function listOwnApiTokens({
  userId,
}: SessionContext): Promise<ResponseOf<typeof contract>> {
  const tokens = await db("accounts").$transaction((tx) => liveTokensOf(tx, userId));
  return {
    api_tokens: tokens.map(({ name, company, createdAt, lastUsedAt }) => ({
      name,
      company,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Revokes the live API tokens that a user made, in the companies for which there is a context.
 * @returns how many this call revoked.
 */
export async function revokeTokensOf(
  tx: Tx,
  userId: number,
  contextIn: (companyId: string) => CompanyContext | undefined,
): Promise<number> {
  let revoked = 0;
  for (const { companyId, id, name } of await liveTokensOf(tx, userId)) {
    const ctx = contextIn(companyId);
    if (!ctx) continue;
    const { count } = await tx.apiToken.updateMany({
      where: { companyId, id, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 0) continue;
    revoked += 1;
    await recordAudit(tx, ctx, {
      action: "api_token.revoked",
      entity: "api_token",
      entityId: id,
      data: { name },
    });
  }
  return revoked;
}

/**
 * Revokes all live API tokens that the user made, whatever their role is by now: somebody else may have made them with
 * the user's password. Idempotent.
 * @throws as lockAccount.
 */
export function revokeOwnApiTokens(
  ctx: SessionContext,
): Promise<{ message: string; revoked: number }> {
  const { userId } = ctx;
  return db("accounts").$transaction(async (tx) => {
    // Making a token takes the same lock: it is either seen here or was made later.
    await lockAccount(tx, ctx);
    const memberships = await tx.membership.findMany({ where: { userId } });
    const roles = new Map(memberships.map(({ companyId, role }) => [companyId, role]));
    const revoked = await revokeTokensOf(tx, userId, (companyId) => {
      const role = roles.get(companyId);
      return role && { ...ctx, companyId: mintCompanyId(companyId), role };
    });
    const message =
      revoked === 1 ? "1 API token was revoked" : `${revoked} API tokens were revoked`;
    return { message, revoked };
  });
}
