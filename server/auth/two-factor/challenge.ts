import type { User } from "@/generated/prisma/client";
import { type Identity, requireUnchanged } from "@/server/auth/require-unchanged";
import { hashToken, randomToken } from "@/server/crypto/tokens";
import { db, type Tx } from "@/server/db";
import { UnauthenticatedError } from "@/server/errors";

const LIFETIME_MS = 10 * 60_000;
const MAX_ATTEMPTS = 5;

/**
 * Notes that somebody passed the first step. @returns what the second step has to bring.
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
 * Counts one try at a challenge. Must be committed before the code is looked at.
 * @throws UnauthenticatedError when it is unknown, used, expired, or has had its tries.
 */
export async function countAttempt(tx: Tx, challenge: string): Promise<{ userId: number }> {
  const where = { tokenHash: hashToken(challenge) };
  const { count } = await tx.signInChallenge.updateMany({
    where: { ...where, attempts: { lt: MAX_ATTEMPTS }, expiresAt: { gt: new Date() } },
    data: { attempts: { increment: 1 } },
  });
  const found = count === 1 ? await tx.signInChallenge.findUnique({ where }) : null;
  if (!found) throw new UnauthenticatedError("This sign-in has expired. Please log in again.");
  return { userId: found.userId };
}

/** Uses a challenge up. @returns false when somebody else was faster. */
export async function takeChallenge(tx: Tx, challenge: string): Promise<boolean> {
  const { count } = await tx.signInChallenge.deleteMany({
    where: { tokenHash: hashToken(challenge) },
  });
  return count === 1;
}
