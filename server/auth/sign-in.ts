import type { z } from "zod";
import type { login, signedIn } from "@/lib/contracts/accounts";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { type Account, findAccount } from "@/server/auth/account";
import { rememberAddress } from "@/server/auth/known-addresses";
import { verifyPassword } from "@/server/auth/passwords";
import { requireUnchanged } from "@/server/auth/require-unchanged";
import { createSession } from "@/server/auth/sessions";
import { throttled } from "@/server/auth/throttle";
import { createChallenge } from "@/server/auth/two-factor/challenge";
import { toUserRecord } from "@/server/auth/user-record";
import type { RequestContext } from "@/server/context";
import { db, type Tx } from "@/server/db";
import { TwoFactorRequiredError, UnauthenticatedError } from "@/server/errors";

type Credentials = BodyOf<typeof login>;
export type SignedIn = z.infer<typeof signedIn>;

/**
 * Checks a username (or e-mail address) and password and starts a session.
 * @throws UnauthenticatedError with one message for every reason; RateLimitedError;
 * TwoFactorRequiredError with the challenge that the second step brings.
 */
export async function signIn(request: RequestContext, input: Credentials): Promise<SignedIn> {
  const account = await identify(request, input);
  if (account.user.totpConfirmedAt) {
    const challenge = await createChallenge(account.user);
    throw new TwoFactorRequiredError("Enter the code of your authenticator", { challenge });
  }
  const answer = await db("accounts").$transaction((tx) => startSession(tx, request, account));
  await welcome(request, account);
  return answer;
}

/**
 * The account of a username (or e-mail address) and password; the first step of every sign-in.
 * @throws UnauthenticatedError with one message for every reason; RateLimitedError.
 */
export function identify(request: RequestContext, input: Credentials): Promise<Account> {
  const key = input.username.toLowerCase();
  return throttled("login", { account: key, ipAddress: request.ipAddress }, async () => {
    // Both names at once: a second look would take longer for names that nobody has.
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
 * Starts a session with an API token, inside a transaction.
 * @throws UnauthenticatedError as requireUnchanged, since the account was read.
 */
export async function startSession(
  tx: Tx,
  request: RequestContext,
  { user, companyId }: Account,
): Promise<SignedIn> {
  const token = await createSession(tx, request, { userId: user.id, companyId });
  await requireUnchanged(tx, user);
  return { token, user: toUserRecord(user), message: "Logged in successfully!" };
}

/** Somebody has shown all that the account asks for: their address is known from now on. */
export function welcome(request: RequestContext, { user }: Account): Promise<void> {
  return rememberAddress([user.usernameKey, user.emailKey], request.ipAddress);
}
