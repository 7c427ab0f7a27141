import type { createApiToken as contract } from "@/lib/contracts/api-tokens";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { hasRole } from "@/lib/contracts/values/roles";
import { recordAudit } from "@/server/platform/record-audit";
import { lockAccount } from "@/server/accounts/lock-account";
import { newApiToken } from "@/server/accounts/open-api-token";
import { proveOwner } from "@/server/accounts/prove-owner";
import { TOKEN_PREFIX } from "@/server/accounts/sessions";
import { announceMail } from "@/server/mail/queued-mail";
import type { SessionContext } from "@/server/platform/context";
import { db, isUniqueViolation, type Tx } from "@/server/platform/db";
import { ConflictError, ForbiddenError } from "@/server/platform/errors";
import { takeTurn, throttleKey } from "@/server/platform/take-turn";
import { PEOPLE_LIMITS } from "../limits";
import { lockMembers } from "../lock-members";
import { queueTokenNotices } from "./queue-token-notices";
import { toApiTokenView, WITH_MAKER } from "./to-api-token-view";

/** Live ones of a company: more than it has programs, and few enough to look through. */
const MAX_TOKENS = 50;
const DAY_MS = 86_400_000;

/**
 * Makes an API token, which is returned here and never again, and tells the owners by mail. It outlives the session and
 * the password, so it asks for all that signing in asks for.
 * @throws as proveOwner; ForbiddenError when the caller's role has been lowered since; ConflictError when the name is
 * taken or there are too many; RateLimitedError.
 */
export async function createApiToken(
  ctx: SessionContext,
  { name, role, expires_in_days: days, ...proof }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  await proveOwner(ctx, proof);
  const { token, tokenHash } = newApiToken();
  const now = new Date();
  const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS);
  const { mailIds, row } = await db("accounts")
    .$transaction(async (tx) => {
      await requireRoom(tx, ctx);
      const { companyId, userId: createdBy } = ctx;
      const row = await tx.apiToken.create({
        data: { companyId, createdBy, name, role, tokenHash, createdAt: now, expiresAt },
        include: WITH_MAKER,
      });
      await recordAudit(tx, ctx, {
        action: "api_token.created",
        entity: "api_token",
        entityId: row.id,
        data: { name, role, expires_at: expiresAt?.toISOString() ?? null },
      });
      return { row, mailIds: await queueTokenNotices(tx, ctx, { name, role, at: now }) };
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      const message = `There is an API token called ${name} already. Choose another name, or revoke it first.`;
      throw new ConflictError(message, { fields: { name: message } });
    });
  for (const id of mailIds) await announceMail(id);
  const api_token = toApiTokenView(row, now);
  return { message: `${name} was made`, token: TOKEN_PREFIX + token, api_token };
}

/**
 * Locks the session's account, which a reset is about, and the members: tokens of a company are made one after the
 * other. No token has more than an admin's role, and nobody below one makes any.
 */
async function requireRoom(tx: Tx, ctx: SessionContext): Promise<void> {
  const { companyId, userId } = ctx;
  await lockAccount(tx, ctx);
  const { own } = await lockMembers(tx, ctx, userId);
  if (!hasRole(own, "admin")) {
    throw new ForbiddenError("Only owners and admins can make API tokens.");
  }
  if ((await tx.apiToken.count({ where: { companyId, revokedAt: null } })) >= MAX_TOKENS) {
    throw new ConflictError(
      `The company has ${MAX_TOKENS} API tokens, which is as many as it can have. Revoke one first.`,
    );
  }
  const key = throttleKey("create-api-token", "company", companyId);
  await takeTurn(tx, key, PEOPLE_LIMITS.newTokens, "Your company has made many API tokens today.");
}
