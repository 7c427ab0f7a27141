import type { User } from "@/generated/prisma/client";
import { takeRecoveryCode } from "./recovery-codes";
import { matchingStepOfSealed } from "./totp";
import type { Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";

export type SecondFactor = "authenticator" | "recovery_code";

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
