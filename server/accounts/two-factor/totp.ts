import { generateSecret, generateURI, verifySync } from "otplib";
import { seal, unseal } from "@/server/platform/crypto/keyring";

// RFC 6238 with the parameters every authenticator supports: SHA-1, six digits, thirty seconds.
const STEP_SECONDS = 30;
const ISSUER = "Deposit Matcher";

/** The purpose that a sealed secret is bound to; key rotation needs it too. */
export function totpPurpose(userId: number): string {
  return `totp:${userId}`;
}

/** A new secret (160 random bits): in Base32 to show, and sealed to store. */
export async function newTotpSecret(
  userId: number,
): Promise<{ secret: string; sealed: Uint8Array<ArrayBuffer> }> {
  const secret = generateSecret();
  return { secret, sealed: await seal(secret, totpPurpose(userId)) };
}

/** The content of the QR code: `otpauth://totp/…`. */
export function otpauthUrl(secret: string, account: string): string {
  return generateURI({ issuer: ISSUER, label: account, secret });
}

/**
 * The time step of a code: the current one, the previous or the next, because clocks drift. Null when it
 * fits none.
 */
export function matchingStep(secret: string, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(at.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
  if (!result.valid) return null;
  return Math.floor(epoch / STEP_SECONDS) + result.delta;
}

/** As {@link matchingStep}, for a sealed secret. */
export async function matchingStepOfSealed(
  user: { id: number; totpSecret: Uint8Array | null },
  code: string,
): Promise<number | null> {
  if (!user.totpSecret) return null;
  const secret = await unseal(user.totpSecret, totpPurpose(user.id));
  return matchingStep(String(secret), code, new Date());
}
