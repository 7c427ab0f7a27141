import { recordAudit } from "@/server/audit/record";
import { mintCompanyId } from "@/server/auth/company-id";
import { newApiToken } from "@/server/auth/sessions";
import type { SignedIn } from "@/server/auth/sign-in";
import { toUserRecord } from "@/server/auth/user-record";
import type { RequestContext } from "@/server/context";
import { hashToken, randomToken } from "@/server/crypto/tokens";
import { db } from "@/server/db";
import { UnauthenticatedError } from "@/server/errors";

const LIFETIME_MS = 60_000;

/**
 * A code that buys the API token of a session that has only a cookie yet. The newest counts.
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
 * Gives a session its API token, once.
 * @throws UnauthenticatedError when the code is unknown, used or too old, or the session is over.
 */
export function exchangeSignIn(request: RequestContext, code: string): Promise<SignedIn> {
  const { token, tokenHash } = newApiToken();
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
      throw new UnauthenticatedError("This sign-in has expired. Please log in again.");
    const session = await tx.session.findUniqueOrThrow({
      where: { tokenHash },
      include: { user: true },
    });
    await recordAudit(
      tx,
      {
        companyId: mintCompanyId(session.companyId),
        userId: session.userId,
        requestId: request.requestId,
      },
      { action: "session.token_issued", entity: "user", entityId: session.userId },
    );
    return { token, user: toUserRecord(session.user), message: "Logged in successfully!" };
  });
}
