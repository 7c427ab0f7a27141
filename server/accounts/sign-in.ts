import type { z } from "zod";
import type { login, signedIn } from "@/lib/contracts/accounts";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { rememberAddress } from "./known-addresses";
import { verifyPassword } from "./passwords";
import { requireUnchanged } from "./require-unchanged";
import { createSession } from "./sessions";
import { throttled } from "./throttle";
import { createChallenge } from "@/server/accounts/two-factor/challenge";
import type { RequestContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { TwoFactorRequiredError, UnauthenticatedError } from "@/server/platform/errors";
import { type Account, findAccount } from "./find-account";
import { toUserRecord } from "./to-user-record";

type Credentials = BodyOf<typeof login>;
export type SignedIn = z.infer<typeof signedIn>;

/**
 * Checks a username (or e-mail address) and password and starts a session.
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
 * The first step of every sign-in: the account of a username (or e-mail address) and password.
 * @throws UnauthenticatedError with one message for every reason; RateLimitedError.
 */
export function identify(request: RequestContext, input: Credentials): Promise<Account> {
  const key = input.username.toLowerCase();
  return throttled("login", { account: key, ipAddress: request.ipAddress }, async () => {
    // One query for both names: a second query would take longer for unknown names.
    const account = await db("accounts").$transaction((tx) =>
      findAccount(tx, { OR: [{ usernameKey: key }, { emailKey: key }] }),
    );
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

/** Completes a sign-in that passed every step and records its address as known. */
export function completeSignIn(request: RequestContext, { user }: Account): Promise<void> {
  return rememberAddress([user.usernameKey, user.emailKey], request.ipAddress);
}
