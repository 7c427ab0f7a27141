import type { Prisma } from "@/generated/prisma/client";
import type { Role } from "@/lib/constants/roles";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext, SessionContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import { NotAMemberError, UnauthenticatedError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { findSession, findSessionWithOthers, type SessionKey } from "./find-session";
import { isApiToken, openApiToken } from "./open-api-token";

/** The prefix that the documented clients store and send before the token. */
export const TOKEN_PREFIX = "TOKEN ";
/** Some clients add the prefix to a token that already has it; most programs can only send "Bearer". */
const SCHEMES = /^(?:(?:TOKEN|Bearer)\s+)*/i;
export const SESSION_DAYS = 30;
/** Live sessions of one user: a new one beyond this ends the one that was used longest ago. */
export const MAX_SESSIONS = 50;
/**
 * Minimum interval between writes of `last_seen_at`, so that not every read causes a write. Auto Logout
 * needs it to the second.
 */
const SEEN_EVERY_MS = { lax: 60_000, exact: 1_000 };

interface Owner {
  userId: number;
  companyId: string;
  /** Theirs in the company. */
  role: Role;
}

/** When a user's idle sessions end. */
export interface IdleRule {
  autoLogoutEnabled: boolean;
  sessionTimeoutMinutes: number;
}

/** A new session's token: the whole Authorization header for the client, and the hash to store. */
export function newSessionToken(): { token: string; tokenHash: Uint8Array<ArrayBuffer> } {
  const token = randomToken();
  return { token: TOKEN_PREFIX + token, tokenHash: hashToken(token) };
}

/** @returns the whole Authorization header: "TOKEN …". */
export async function createSession(
  tx: Tx,
  request: RequestContext,
  owner: Owner,
): Promise<string> {
  const { token, tokenHash } = newSessionToken();
  await insertSession(tx, request, owner, { tokenHash });
  return token;
}

/**
 * Creates a session with a cookie; the browser exchanges it for a token once.
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
  { userId, companyId, role }: Owner,
  key: Pick<Prisma.SessionUncheckedCreateInput, "tokenHash" | "cookieHash">,
): Promise<void> {
  const { ipAddress, requestId } = request;
  const expiresAt = new Date(Date.now() + SESSION_DAYS * 86_400_000);
  const userAgent = request.userAgent.slice(0, 300);
  await tx.session.create({ data: { userId, companyId, expiresAt, userAgent, ipAddress, ...key } });
  await endOldSessions(tx, userId);
  await recordAudit(
    tx,
    { companyId: mintCompanyId(companyId), userId, role, requestId },
    { action: "account.signed_in", entity: "user", entityId: userId, data: { ipAddress } },
  );
}

async function endOldSessions(tx: Tx, userId: number): Promise<void> {
  const beyond = await tx.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: new Date() } },
    orderBy: [{ lastSeenAt: "desc" }, { createdAt: "desc" }],
    skip: MAX_SESSIONS,
    select: { id: true },
  });
  if (beyond.length === 0) return;
  await tx.session.updateMany({
    where: { id: { in: beyond.map(({ id }) => id) } },
    data: { revokedAt: new Date(), exchangeHash: null, exchangeExpiresAt: null },
  });
}

/** What a request says about its caller. */
interface Caller {
  authorization: string | null;
  /** The company that the request is about; null: the session's own. */
  companyId: string | null;
}

/**
 * The user, company and role of a request, by a session or an API token. Unattended calls do not extend the session. A
 * recheck, of a stream that was admitted before, waits for those of other streams.
 * Calls about the account alone (`anyCompany`) fall back to the session's own company.
 * @throws UnauthenticatedError when there is no live session or token: missing, unknown, ended, expired or idle.
 * @throws NotAMemberError when the user has no membership in the company, or the API token is another company's; when
 * none is named, once the session has lost its own.
 */
export async function authenticate(
  request: RequestContext,
  { authorization, companyId }: Caller,
  { unattended = false, isRecheck = false, anyCompany = false } = {},
): Promise<SessionContext> {
  const token = authorization?.replace(SCHEMES, "").trim();
  if (!token) throw new UnauthenticatedError("Please sign in");
  if (isApiToken(token)) return openApiToken(request, { token, companyId });
  const session = await openSession(
    { tokenHash: hashToken(token) },
    { unattended, isRecheck, companyId },
  ).catch((error: unknown) => {
    throw isBearer(authorization) ? noSuchToken(error) : error;
  });
  if (session.movedAt && !companyId && !anyCompany) {
    throw new NotAMemberError(
      "You aren't a member any more of the company that you worked in. Choose another one.",
    );
  }
  const asked = session.askedRole && companyId ? { companyId, role: session.askedRole } : null;
  if (!asked && companyId && !anyCompany) {
    throw new NotAMemberError("You aren't a member of this company. Choose another one.");
  }
  const { companyId: inCompany, role } = asked ?? session;
  return {
    ...request,
    companyId: mintCompanyId(inCompany),
    role,
    userId: session.userId,
    sessionId: session.id,
    revision: session.revision,
    activity: session.activity,
  };
}

/** Sent by programs: our own clients send "TOKEN". */
function isBearer(authorization: string | null): boolean {
  return /^\s*Bearer\s/i.test(authorization ?? "");
}

function noSuchToken(error: unknown): unknown {
  if (!(error instanceof UnauthenticatedError)) return error;
  return new UnauthenticatedError(
    "This bearer token isn't an API token, which begins with dmat_, nor that of a live session. Create one in Settings → People.",
    "api_token_unknown",
  );
}

/**
 * Finds a live session by its token or its cookie and records its use (unless `unattended`).
 * @throws UnauthenticatedError as {@link authenticate}; an idle session is ended permanently.
 */
export async function openSession(
  key: SessionKey,
  {
    unattended = false,
    isRecheck = false,
    companyId = null,
  }: { unattended?: boolean; isRecheck?: boolean; companyId?: string | null } = {},
) {
  const session =
    isRecheck && "tokenHash" in key
      ? await findSessionWithOthers(key.tokenHash, companyId)
      : await findSession(key, companyId);
  const now = new Date();
  if (!session || session.revokedAt || session.expiresAt <= now) {
    throw new UnauthenticatedError("Your session has ended. Please sign in again.");
  }
  const { id, user, lastSeenAt } = session;
  const idleSince = idleLimit(user, now);
  if (idleSince && lastSeenAt < idleSince) {
    // Otherwise a longer timeout, chosen later, would revive it.
    await db("accounts").session.updateMany({
      where: { id, lastSeenAt },
      data: { revokedAt: now },
    });
    throw new UnauthenticatedError("You were signed out because of inactivity.");
  }
  const seenEvery = user.autoLogoutEnabled ? SEEN_EVERY_MS.exact : SEEN_EVERY_MS.lax;
  if (!unattended && now.getTime() - lastSeenAt.getTime() > seenEvery) {
    await db("accounts").session.update({ where: { id }, data: { lastSeenAt: now } });
  }
  return session;
}

/** Sessions last used before this moment have ended; null when idle time ends none. */
export function idleLimit(rule: IdleRule, now: Date): Date | null {
  if (!rule.autoLogoutEnabled) return null;
  return new Date(now.getTime() - rule.sessionTimeoutMinutes * 60_000);
}

/** A filter for the user's live sessions. */
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
 * Ends a user's sessions, tokens and cookies alike. When ending several, also voids sign-ins that
 * wait for their second step. Idempotent.
 * @returns how many sessions this call ended.
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
