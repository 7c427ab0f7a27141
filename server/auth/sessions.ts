import { mintCompanyId } from "@/server/auth/company-id";
import type { RequestContext, SessionContext } from "@/server/context";
import { hashToken, randomToken } from "@/server/crypto/tokens";
import { db, type Tx } from "@/server/db";
import { UnauthenticatedError } from "@/server/errors";

/** What the documented clients store and send, in front of the token itself. */
const PREFIX = "TOKEN ";
const LIFETIME_MS = 30 * 24 * 3_600_000;
/** `last_seen_at` is written at most this often: reading must not turn into writing. */
const SEEN_EVERY_MS = 60_000;

/** @returns the whole Authorization header: "TOKEN …". */
export async function createSession(
  tx: Tx,
  request: RequestContext,
  owner: { userId: number; companyId: string },
): Promise<string> {
  const token = randomToken();
  await tx.session.create({
    data: {
      ...owner,
      tokenHash: hashToken(token),
      expiresAt: new Date(Date.now() + LIFETIME_MS),
      userAgent: request.userAgent.slice(0, 300),
      ipAddress: request.ipAddress,
    },
  });
  return PREFIX + token;
}

/**
 * The person and company behind an Authorization header.
 * @throws UnauthenticatedError when there is no live session: missing, unknown, ended, expired, idle.
 */
export async function authenticate(
  request: RequestContext,
  authorization: string | null,
): Promise<SessionContext> {
  // Clients of the observed product put the prefix in front of whatever token they were given.
  const token = authorization?.replace(/^(?:TOKEN\s+)*/, "").trim();
  if (!token) throw new UnauthenticatedError("Please log in");
  const session = await db().session.findUnique({
    where: { tokenHash: hashToken(token) },
    include: { user: { select: { autoLogoutEnabled: true, sessionTimeoutMinutes: true } } },
  });
  const now = Date.now();
  if (!session || session.revokedAt || session.expiresAt.getTime() <= now) {
    throw new UnauthenticatedError("Your session has ended. Please log in again.");
  }
  const idleMs = now - session.lastSeenAt.getTime();
  const { autoLogoutEnabled, sessionTimeoutMinutes } = session.user;
  if (autoLogoutEnabled && idleMs > sessionTimeoutMinutes * 60_000) {
    throw new UnauthenticatedError("You were logged out after a time without activity.");
  }
  if (idleMs > SEEN_EVERY_MS) {
    await db().session.update({ where: { id: session.id }, data: { lastSeenAt: new Date(now) } });
  }
  return {
    ...request,
    companyId: mintCompanyId(session.companyId),
    userId: session.userId,
    sessionId: session.id,
  };
}

/** Ends one session; ending it twice is fine. */
export async function endSession(ctx: SessionContext): Promise<void> {
  await db().session.updateMany({
    where: { id: ctx.sessionId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
}
