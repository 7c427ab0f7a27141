import { recordAudit } from "@/server/platform/record-audit";
import { newSessionToken } from "./sessions";
import type { SignedIn } from "./sign-in";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db } from "@/server/platform/db";
import { UnauthenticatedError } from "@/server/platform/errors";
import { toUserRecord } from "./to-user-record";

const LIFETIME_MS = 60_000;

/**
 * Issues a one-time code that exchanges a cookie-only session for its token. A new code replaces the
 * previous one.
 * @returns null once the token was fetched.
 */
export async function offerExchange(sessionId: string): Promise<string | null> {
  const code = randomToken();
  const { count } = await db("accounts").session.updateMany({
    where: { id: sessionId, tokenHash: null, revokedAt: null },
    data: {
      exchangeHash: hashToken(code),
      exchangeExpiresAt: new Date(Date.now() + LIFETIME_MS),
    },
  });
  return count === 1 ? code : null;
}

/**
 * Exchanges a code for the session's token, once.
 * @throws UnauthenticatedError when the code is unknown, used or expired, or the session has ended.
 */
export function exchangeSignIn(request: RequestContext, code: string): Promise<SignedIn> {
  const { token, tokenHash } = newSessionToken();
  const now = new Date();
  return db("accounts").$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: {
        exchangeHash: hashToken(code),
        exchangeExpiresAt: { gt: now },
        tokenHash: null,
        revokedAt: null,
        expiresAt: { gt: now },
      },
      data: { tokenHash, exchangeHash: null, exchangeExpiresAt: null },
    });
    if (count === 0)
      throw new UnauthenticatedError("This sign-in has expired. Please sign in again.");
    const session = await tx.session.findUniqueOrThrow({
      where: { tokenHash },
      include: { user: true, membership: true },
    });
    await recordAudit(
      tx,
      {
        companyId: mintCompanyId(session.companyId),
        userId: session.userId,
        role: session.membership.role,
        requestId: request.requestId,
      },
      { action: "session.token_issued", entity: "user", entityId: session.userId },
    );
    return { token, user: toUserRecord(session.user), message: "Logged in successfully!" };
  });
}
