import { Prisma } from "@/generated/prisma/client";
import type { Role } from "@/lib/constants/roles";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext, SessionContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { ForbiddenError, NotAMemberError, UnauthenticatedError } from "@/server/platform/errors";
import { executePrepared, queryPrepared } from "@/server/platform/prepared-queries";
import type { Revisions } from "@/server/work/changes";

/** By which scanners of secrets, the log's redaction and we tell an API token from a session's. */
const MARK = "dmat_";

/** So that not every call causes a write. */
const USED_EVERY_MS = 60_000;

/** A new API token without the prefix of the header, and what is stored of it. */
export function newApiToken(): { token: string; tokenHash: Uint8Array<ArrayBuffer> } {
  const token = MARK + randomToken();
  return { token, tokenHash: hashToken(token) };
}

/** Whether it is meant as an API token. */
export function isApiToken(token: string): boolean {
  return token.startsWith(MARK);
}

interface StoredToken extends Revisions {
  id: string;
  companyId: string;
  userId: number;
  name: string;
  /** The lesser one of the token's role and its maker's. */
  role: Role;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/**
 * The company and role of an API token, which acts for the user who made it. The membership is read with it, as for
 * sessions: who has been lowered since lowers it too.
 * @throws UnauthenticatedError when it is unknown, revoked or expired.
 * @throws NotAMemberError when the request names another company.
 */
export async function openApiToken(
  request: RequestContext,
  { token, companyId: asked }: { token: string; companyId: string | null },
): Promise<SessionContext> {
  const found = await findToken(hashToken(token));
  if (!found || found.revokedAt) {
    throw new UnauthenticatedError(
      "This API token doesn't exist or was revoked. Create a new one in Settings → People.",
      "api_token_unknown",
    );
  }
  const now = Date.now();
  const { id, companyId, userId, name, role, expiresAt, lastUsedAt } = found;
  if (expiresAt && expiresAt.getTime() <= now) {
    throw new UnauthenticatedError(
      "This API token has expired. Create a new one in Settings → People.",
      "api_token_expired",
    );
  }
  if (asked && asked !== companyId) {
    throw new NotAMemberError(
      "This API token belongs to another company. Each company has tokens of its own.",
    );
  }
  if (!lastUsedAt || now - lastUsedAt.getTime() > USED_EVERY_MS) await noteUse(found);
  return {
    ...request,
    companyId: mintCompanyId(companyId),
    role,
    userId,
    sessionId: id,
    apiToken: name,
    revision: found.revision,
    activity: found.activity,
  };
}

async function findToken(tokenHash: Uint8Array<ArrayBuffer>): Promise<StoredToken | undefined> {
  const [found] = await queryPrepared<[StoredToken]>(
    "accounts",
    Prisma.sql`
      SELECT t.id, t.company_id AS "companyId", t.created_by AS "userId", t.name,
        least(t.role, m.role) AS role, t.expires_at AS "expiresAt",
        t.last_used_at AS "lastUsedAt", t.revoked_at AS "revokedAt", log.revision, log.activity
      FROM api_tokens t
        JOIN memberships m ON m.company_id = t.company_id AND m.user_id = t.created_by
        CROSS JOIN LATERAL company_revisions(t.company_id) log
      WHERE t.token_hash = ${tokenHash}`,
  );
  return found[0];
}

/** Of several calls at once, one writes. */
async function noteUse({ companyId, id, lastUsedAt }: StoredToken): Promise<void> {
  await executePrepared(
    "accounts",
    Prisma.sql`UPDATE api_tokens SET last_used_at = now()
      WHERE company_id = ${companyId}::uuid AND id = ${id}::uuid
        AND last_used_at IS NOT DISTINCT FROM ${lastUsedAt?.toISOString() ?? null}::timestamptz`,
  );
}

/**
 * Refuses an API token where the endpoint is for people alone.
 * @throws ForbiddenError.
 */
export function requirePerson(
  { apiToken }: Pick<SessionContext, "apiToken">,
  { apiTokens }: Pick<Endpoint, "apiTokens">,
): void {
  if (apiToken === undefined || apiTokens) return;
  throw new ForbiddenError(
    "API tokens can't be used for this. Sign in instead.",
    "api_tokens_refused",
  );
}
