import { generateSecret, generateURI, verifySync } from "otplib";
import { seal, unseal } from "@/server/crypto/seal";

// RFC 6238 with what every authenticator supports: SHA-1, six digits, thirty seconds.
const STEP_SECONDS = 30;
const ISSUER = "Deposit Matcher";

/** What a sealed secret is bound to; the rotation of keys needs it too. */
export function totpPurpose(userId: number): string {
  return `totp:${userId}`;
}

/** A new secret in Base32 (160 random bits), as it is shown, and sealed, as it is kept. */
export async function newTotpSecret(
  userId: number,
): Promise<{ secret: string; sealed: Uint8Array<ArrayBuffer> }> {
  const secret = generateSecret();
  return { secret, sealed: await seal(secret, totpPurpose(userId)) };
}

/** What the QR code says: `otpauth://totp/…`. */
export function otpauthUrl(secret: string, account: string): string {
  return generateURI({ issuer: ISSUER, label: account, secret });
}

/**
 * The time step that a code belongs to: the present one, the one before or the one after, for clocks
 * that drift. Null when it fits none.
 */
export function matchingStep(secret: string, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(at.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
  if (!result.valid) return null;
  return Math.floor(epoch / STEP_SECONDS) + result.delta;
}

/** As {@link matchingStep}, for a secret as it is kept. */
export async function matchingStepOfSealed(
  user: { id: number; totpSecret: Uint8Array | null },
  code: string,
): Promise<number | null> {
  if (!user.totpSecret) return null;
  const secret = await unseal(user.totpSecret, totpPurpose(user.id));
  return matchingStep(String(secret), code, new Date());
}
