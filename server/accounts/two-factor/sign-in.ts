import type { User } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { loginSecondStep } from "@/lib/contracts/two-factor";
import { type Account, findAccount } from "@/server/accounts/find-account";
import { type Identity, requireUnchanged } from "@/server/accounts/proof-of-identity";
import { completeSignIn, type SignedIn, startSession } from "@/server/accounts/sign-in";
import { throttled } from "@/server/accounts/throttle";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import { UnauthenticatedError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { takeSecondFactor } from "./second-factor";

/**
 * The second step of a sign-in.
 * @throws UnauthenticatedError (challenge unknown, used or expired; code wrong or used);
 * RateLimitedError.
 */
export async function signInSecondStep(
  request: RequestContext,
  { challenge, code }: BodyOf<typeof loginSecondStep>,
): Promise<SignedIn> {
  const { userId } = await countAttempt(db("accounts"), challenge);
  const { account, answer } = await withSecondFactor(request, userId, code, async (tx, account) => {
    if (!(await takeChallenge(tx, challenge))) throw refused();
    return { account, answer: await startSession(tx, request, account) };
  });
  await completeSignIn(request, account);
  return answer;
}

/**
 * Redeems a second factor of an account and runs `work` in the same transaction.
 * @throws UnauthenticatedError when the code is wrong or used; RateLimitedError.
 */
export function withSecondFactor<T>(
  request: RequestContext,
  userId: number,
  code: string,
  work: (tx: Tx, account: Account) => Promise<T>,
): Promise<T> {
  const caller = { account: String(userId), ipAddress: request.ipAddress };
  return throttled("two-factor", caller, () =>
    db("accounts").$transaction(async (tx) => {
      const account = await findAccount(tx, { id: userId });
      const factor = account && (await takeSecondFactor(tx, account.user, code));
      if (!factor) throw refused();
      if (factor === "recovery_code") {
        const { companyId, role } = account;
        await recordAudit(
          tx,
          { companyId: mintCompanyId(companyId), userId, role, requestId: request.requestId },
          { action: "two_factor.recovery_code_used", entity: "user", entityId: userId },
        );
      }
      return work(tx, account);
    }),
  );
}

function refused(): UnauthenticatedError {
  return new UnauthenticatedError("This code is wrong or was already used");
}

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
async function countAttempt(tx: Tx, challenge: string): Promise<{ userId: number }> {
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
async function takeChallenge(tx: Tx, challenge: string): Promise<boolean> {
  const { count } = await tx.signInChallenge.deleteMany({
    where: { tokenHash: hashToken(challenge) },
  });
  return count === 1;
}
