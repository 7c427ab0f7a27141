import type { Prisma } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record";
import { mintCompanyId } from "@/server/auth/company-id";
import type { RequestContext, SessionContext } from "@/server/context";
import { hashToken, randomToken } from "@/server/crypto/tokens";
import { db, type Tx } from "@/server/db";
import { UnauthenticatedError } from "@/server/errors";

/** What the documented clients store and send, in front of the token itself. */
const PREFIX = "TOKEN ";
export const SESSION_DAYS = 30;
/**
 * `last_seen_at` is written at most this often: reading must not turn into writing. Where idle time
 * ends a session it has to be known to the second.
 */
const SEEN_EVERY_MS = { lax: 60_000, exact: 1_000 };

interface Owner {
  userId: number;
  companyId: string;
}

/** How idle time counts for a person. */
export interface IdleRule {
  autoLogoutEnabled: boolean;
  sessionTimeoutMinutes: number;
}

/** A new token: the whole Authorization header for the client, and the hash to keep. */
export function newApiToken(): { token: string; tokenHash: Uint8Array<ArrayBuffer> } {
  const token = randomToken();
  return { token: PREFIX + token, tokenHash: hashToken(token) };
}

/** @returns the whole Authorization header: "TOKEN …". */
export async function createSession(
  tx: Tx,
  request: RequestContext,
  owner: Owner,
): Promise<string> {
  const { token, tokenHash } = newApiToken();
  await insertSession(tx, request, owner, { tokenHash });
  return token;
}

/**
 * A session that begins with a cookie; the browser exchanges it for an API token once.
 * @returns the cookie's value, which the API does not accept as a token.
 */
export async function createCookieSession(
  tx: Tx,
  request: RequestContext,
  owner: Owner,
): Promise<string> {
  const cookie = randomToken();
  await insertSession(tx, request, owner, { cookieHash: hashToken(cookie) });
  return cookie;
}

async function insertSession(
  tx: Tx,
  request: RequestContext,
  { userId, companyId }: Owner,
  key: Pick<Prisma.SessionUncheckedCreateInput, "tokenHash" | "cookieHash">,
): Promise<void> {
  const { ipAddress, requestId } = request;
  const expiresAt = new Date(Date.now() + SESSION_DAYS * 86_400_000);
  const userAgent = request.userAgent.slice(0, 300);
  await tx.session.create({ data: { userId, companyId, expiresAt, userAgent, ipAddress, ...key } });
  await recordAudit(
    tx,
    { companyId: mintCompanyId(companyId), userId, requestId },
    { action: "account.signed_in", entity: "user", entityId: userId, data: { ipAddress } },
  );
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
  const session = await openSession({ tokenHash: hashToken(token) });
  return {
    ...request,
    companyId: mintCompanyId(session.companyId),
    userId: session.userId,
    sessionId: session.id,
  };
}

/**
 * Finds a live session by its API token or its cookie, and notes that it was used.
 * @throws UnauthenticatedError as {@link authenticate}; a session found idle is ended for good.
 */
export async function openSession(
  key: { tokenHash: Uint8Array<ArrayBuffer> } | { cookieHash: Uint8Array<ArrayBuffer> },
) {
  const session = await db("accounts").session.findUnique({
    where: key,
    include: {
      user: {
        select: {
          username: true,
          email: true,
          autoLogoutEnabled: true,
          sessionTimeoutMinutes: true,
        },
      },
    },
  });
  const now = new Date();
  if (!session || session.revokedAt || session.expiresAt <= now) {
    throw new UnauthenticatedError("Your session has ended. Please log in again.");
  }
  const { id, user, lastSeenAt } = session;
  const idleSince = idleLimit(user, now);
  if (idleSince && lastSeenAt < idleSince) {
    // Or else a longer timeout, chosen later, would wake it up again.
    await db("accounts").session.updateMany({
      where: { id, lastSeenAt },
      data: { revokedAt: now },
    });
    throw new UnauthenticatedError("You were logged out after a time without activity.");
  }
  const seenEvery = user.autoLogoutEnabled ? SEEN_EVERY_MS.exact : SEEN_EVERY_MS.lax;
  if (now.getTime() - lastSeenAt.getTime() > seenEvery) {
    await db("accounts").session.update({ where: { id }, data: { lastSeenAt: now } });
  }
  return session;
}

/** Sessions last used before this moment are over; null when idle time ends nothing. */
export function idleLimit(rule: IdleRule, now: Date): Date | null {
  if (!rule.autoLogoutEnabled) return null;
  return new Date(now.getTime() - rule.sessionTimeoutMinutes * 60_000);
}

/** Which of a person's sessions are live. */
export function liveSessions(userId: number, rule: IdleRule, now: Date): Prisma.SessionWhereInput {
  const idleSince = idleLimit(rule, now);
  return {
    userId,
    revokedAt: null,
    expiresAt: { gt: now },
    ...(idleSince && { lastSeenAt: { gte: idleSince } }),
  };
}

/**
 * Ends a person's sessions, API tokens and cookies alike, and with more than one also sign-ins that wait
 * for their second step. Ending one twice is fine.
 * @returns how many were ended now.
 */
export async function endSessions(
  tx: Tx,
  userId: number,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const { count } = await tx.session.updateMany({
    where: {
      userId,
      revokedAt: null,
      id: { ...(which.only && { equals: which.only }), ...(which.except && { not: which.except }) },
    },
    data: { revokedAt: new Date(), exchangeHash: null, exchangeExpiresAt: null },
  });
  if (!which.only) await tx.signInChallenge.deleteMany({ where: { userId } });
  return count;
}
