import { randomInt } from "node:crypto";
import type { User } from "@/generated/prisma/client";
import { hashToken } from "@/server/platform/crypto/tokens";
import type { Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { matchingStepOfSealed } from "./totp";

type SecondFactor = "authenticator" | "recovery_code";

/**
 * Redeems an authenticator code or a recovery code, each once: of two concurrent requests with the same
 * code one wins, and a code older than the last one is refused.
 * @returns the kind of code; null when it is neither.
 */
export async function takeSecondFactor(
  tx: Tx,
  user: Pick<User, "id" | "totpSecret" | "totpConfirmedAt">,
  code: string,
): Promise<SecondFactor | null> {
  if (!user.totpConfirmedAt) return null;
  const plain = code.replace(/\s/g, "");
  const step = await matchingStepOfSealed(user, plain);
  if (step === null) return (await takeRecoveryCode(tx, user.id, plain)) ? "recovery_code" : null;
  const { count } = await tx.user.updateMany({
    where: { id: user.id, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  });
  return count === 1 ? "authenticator" : null;
}

/** The error for a signed-in user whose code is refused (not 401: the session is fine). */
export function wrongSecondFactor(): UnusableInputError {
  const message = "This code is wrong or was already used";
  return new UnusableInputError(message, { fields: { code: message } });
}

/** Removes a user's second factor: secret, recovery codes, and sign-ins that wait for it. */
export async function removeSecondFactor(tx: Tx, userId: number): Promise<void> {
  await tx.user.update({
    where: { id: userId },
    data: { totpSecret: null, totpConfirmedAt: null, totpLastStep: null },
  });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.signInChallenge.deleteMany({ where: { userId } });
}

const COUNT = 10;
// Crockford's Base32: no characters that look alike.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 24;

/**
 * Replaces a user's recovery codes.
 * @returns the new codes, "abcd-efgh-jkmn-pqrs-tvwx-yz01", to show once.
 */
export async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashOf(code) })),
  });
  return codes;
}

/** Redeems a recovery code, in any spelling. @returns false when no such unused code exists. */
async function takeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { userId, codeHash: hashOf(code), usedAt: null },
    data: { usedAt: new Date() },
  });
  return count === 1;
}

function newCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(32)));
  return characters.join("").replace(/(.{4})(?=.)/g, "$1-");
}

// 120 random bits cannot be searched, not even across all accounts, so the codes need no slow hash.
function hashOf(code: string): Uint8Array<ArrayBuffer> {
  const plain = code.toLowerCase().replace(/[^0-9a-z]/g, "");
  return hashToken(plain.replaceAll("o", "0").replace(/[il]/g, "1"));
}
