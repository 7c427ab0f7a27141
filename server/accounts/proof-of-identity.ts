import type { User } from "@/generated/prisma/client";
import { takeSecondFactor, wrongSecondFactor } from "@/server/accounts/two-factor/second-factor";
import type { SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ForbiddenError, UnauthenticatedError, UnusableInputError } from "@/server/platform/errors";
import { lockAccount } from "./find-account";
import { verifyPassword } from "./passwords";
import { voidCodes } from "./reset-codes";
import { throttledInSession } from "./throttle";

/** Maximum age of a sign-in that replaces the password check for accounts without a password. */
const FRESH_MS = 10 * 60_000;

/**
 * Confirms that the account's owner is present before its credentials change: by password, or by a
 * sign-in within the last ten minutes where the account only signs in through OpenID.
 * @throws UnusableInputError when the password is missing or wrong (not 401: the session is fine);
 * ForbiddenError when the sign-in is too old; RateLimitedError.
 */
export async function confirmPassword(
  ctx: SessionContext,
  password: string | undefined,
): Promise<void> {
  const { userId, sessionId } = ctx;
  const { passwordHash } = await db("accounts").user.findUniqueOrThrow({ where: { id: userId } });
  if (passwordHash === null) return requireFreshSession(sessionId);
  if (!password) throw wrongPassword("Enter your current password");
  // Shares the budget of the password change: both let a caller guess the same secret.
  await throttledInSession("change-password", ctx, async () => {
    if (await verifyPassword(passwordHash, password)) return;
    throw wrongPassword("This isn't your current password");
  });
}

async function requireFreshSession(id: string): Promise<void> {
  const session = await db("accounts").session.findUniqueOrThrow({ where: { id } });
  if (Date.now() - session.createdAt.getTime() <= FRESH_MS) return;
  throw new ForbiddenError("Please sign in again first. Your last sign-in was a while ago.");
}

function wrongPassword(message: string): UnusableInputError {
  return new UnusableInputError(message, { fields: { current_password: message } });
}

/**
 * Confirms that the account's owner requests an irreversible action: asks for everything that a sign-in
 * requires. Pending resets end.
 * @throws as confirmPassword and lockAccount; UnusableInputError when the code is missing, wrong or used.
 */
export async function proveOwner(
  ctx: SessionContext,
  {
    current_password,
    code = "",
  }: { current_password?: string | undefined; code?: string | undefined },
): Promise<void> {
  const { userId } = ctx;
  await confirmPassword(ctx, current_password);
  const { email, totpConfirmedAt } = await db("accounts").user.findUniqueOrThrow({
    where: { id: userId },
  });
  const prove = () =>
    db("accounts").$transaction(async (tx) => {
      await voidCodes(tx, email);
      const user = await lockAccount(tx, ctx);
      if (user.totpConfirmedAt && !(await takeSecondFactor(tx, user, code))) {
        throw wrongSecondFactor();
      }
    });
  if (!totpConfirmedAt) return prove();
  return throttledInSession("two-factor", ctx, prove);
}

/** An OpenID identity used to sign in. */
export interface Identity {
  issuer: string;
  subject: string;
}

/**
 * Checks that the credentials of a sign-in are still valid: password, second factor and linked identity; and that the
 * account isn't disabled, which only who has its credentials gets to know.
 * Call it after writing a row that references the user: that write waits for a concurrent change (see
 * lockAccount), so this check sees its outcome.
 * @throws UnauthenticatedError otherwise: the change has just ended every session; with the code `account_disabled`
 * where it is disabled.
 */
export async function requireUnchanged(
  tx: Tx,
  user: Pick<User, "id" | "passwordHash" | "totpConfirmedAt">,
  identity?: Identity,
): Promise<void> {
  const now = await tx.user.findUnique({
    where: { id: user.id },
    select: { passwordHash: true, totpConfirmedAt: true, disabledAt: true },
  });
  const isSame =
    now?.passwordHash === user.passwordHash &&
    now.totpConfirmedAt?.getTime() === user.totpConfirmedAt?.getTime();
  if (!isSame || (identity && !(await isLinked(tx, user.id, identity)))) {
    throw new UnauthenticatedError("Invalid username or password");
  }
  requireEnabled(now);
}

/** @throws UnauthenticatedError when the operator has disabled the account. */
export function requireEnabled({ disabledAt }: Pick<User, "disabledAt">): void {
  if (disabledAt === null) return;
  throw new UnauthenticatedError(
    "This account is disabled. Ask the operator of this installation.",
    "account_disabled",
  );
}

async function isLinked(tx: Tx, userId: number, { issuer, subject }: Identity): Promise<boolean> {
  return (await tx.linkedIdentity.count({ where: { issuer, subject, userId } })) === 1;
}
