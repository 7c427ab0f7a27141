import type { User } from "@/generated/prisma/client";
import { type Identity, requireUnchanged } from "@/server/accounts/proof-of-identity";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import { UnauthenticatedError } from "@/server/platform/errors";

const LIFETIME_MS = 10 * 60_000;

const MAX_ATTEMPTS = 5;

/**
 * Records that the first step succeeded.
 * @returns the challenge for the second step.
 * @throws UnauthenticatedError as requireUnchanged, since the user was read.
 */
export async function createChallenge(user: User, identity?: Identity): Promise<string> {
  const { id: userId } = user;
  const now = Date.now();
  const challenge = randomToken();
  await db("accounts").$transaction(async (tx) => {
    await tx.signInChallenge.deleteMany({ where: { userId, expiresAt: { lte: new Date(now) } } });
    await tx.signInChallenge.create({
      data: {
        tokenHash: hashToken(challenge),
        userId,
        expiresAt: new Date(now + LIFETIME_MS),
      },
    });
    await requireUnchanged(tx, user, identity);
  });
  return challenge;
}

/**
 * Counts one try at a challenge. Must be committed before the code is compared.
 * @throws UnauthenticatedError when the challenge is unknown, used or expired, or has no tries left.
 */
export async function countAttempt(tx: Tx, challenge: string): Promise<{ userId: number }> {
  const where = { tokenHash: hashToken(challenge) };
  const { count } = await tx.signInChallenge.updateMany({
    where: { ...where, attempts: { lt: MAX_ATTEMPTS }, expiresAt: { gt: new Date() } },
    data: { attempts: { increment: 1 } },
  });
  const found = count === 1 ? await tx.signInChallenge.findUnique({ where }) : null;
  if (!found) throw new UnauthenticatedError("This sign-in has expired. Please sign in again.");
  return { userId: found.userId };
}

/** Redeems a challenge. @returns false when a concurrent request has redeemed it. */
export async function takeChallenge(tx: Tx, challenge: string): Promise<boolean> {
  const { count } = await tx.signInChallenge.deleteMany({
    where: { tokenHash: hashToken(challenge) },
  });
  return count === 1;
}
