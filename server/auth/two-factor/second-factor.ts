import type { User } from "@/generated/prisma/client";
import { takeRecoveryCode } from "@/server/auth/two-factor/recovery-codes";
import { matchingStepOfSealed } from "@/server/auth/two-factor/totp";
import type { Tx } from "@/server/db";
import { UnusableInputError } from "@/server/errors";

export type SecondFactor = "authenticator" | "recovery_code";

/**
 * Uses up a code of the authenticator, or a recovery code. Each counts once: of two requests with the
 * same code one wins, and an older code than the last is refused too.
 * @returns which it was; null when it is neither.
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

/** What somebody who is signed in is told of a code that did not count (not 401: the session is fine). */
export function wrongSecondFactor(): UnusableInputError {
  const message = "This code is wrong or was used already";
  return new UnusableInputError(message, { fields: { code: message } });
}
