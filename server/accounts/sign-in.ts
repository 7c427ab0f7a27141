import type { z } from "zod";
import type { login, signedIn } from "@/lib/contracts/accounts";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { createChallenge } from "@/server/accounts/two-factor/challenge";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import { TwoFactorRequiredError, UnauthenticatedError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { type Account, findAccount, rememberPlace, toUserRecord } from "./find-account";
import { verifyPassword } from "./passwords";
import { requireUnchanged } from "./proof-of-identity";
import { createSession, newSessionToken } from "./sessions";
import { throttled } from "./throttle";

type Credentials = BodyOf<typeof login>;
export type SignedIn = z.infer<typeof signedIn>;

/**
 * Checks a username (or email address) and password and starts a session.
 * @throws UnauthenticatedError with one message for every reason; RateLimitedError;
 * TwoFactorRequiredError with the challenge for the second step.
 */
export async function signIn(request: RequestContext, input: Credentials): Promise<SignedIn> {
  const account = await identify(request, input);
  if (account.user.totpConfirmedAt) {
    const challenge = await createChallenge(account.user);
    throw new TwoFactorRequiredError("Enter the code from your authenticator app", { challenge });
  }
  const answer = await db("accounts").$transaction((tx) => startSession(tx, request, account));
  await completeSignIn(request, account);
  return answer;
}

/**
 * The first step of every sign-in: the account of a username (or email address) and password.
 * @throws UnauthenticatedError with one message for every reason; RateLimitedError.
 */
export function identify(request: RequestContext, input: Credentials): Promise<Account> {
  const typed = input.username;
  return throttled("login", { account: typed.toLowerCase(), request }, async () => {
    // One query for both names: a second query would take longer for unknown names.
    const account = await db("accounts").$transaction((tx) => findAccount(tx, { typed }));
    const valid = await verifyPassword(account?.user.passwordHash ?? null, input.password);
    if (!account || !valid) throw invalid();
    return account;
  });
}

function invalid(): UnauthenticatedError {
  return new UnauthenticatedError("Invalid username or password");
}

/**
 * Starts a session with a token, inside a transaction.
 * @throws UnauthenticatedError as requireUnchanged, since the account was read.
 */
export async function startSession(
  tx: Tx,
  request: RequestContext,
  { user, companyId, role }: Account,
): Promise<SignedIn> {
  const token = await createSession(tx, request, { userId: user.id, companyId, role });
  await requireUnchanged(tx, user);
  return { token, user: toUserRecord(user), message: "Logged in successfully!" };
}

/** Completes a sign-in that passed every step: its address and browser are known from then on. */
export function completeSignIn(request: RequestContext, { user }: Account): Promise<void> {
  return rememberPlace(request, user);
}

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
