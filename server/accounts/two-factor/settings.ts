import QRCode from "qrcode";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type * as contracts from "@/lib/contracts/two-factor";
import type {
  disableTwoFactor as disableTwoFactorContract,
  renewRecoveryCodes as renewRecoveryCodesContract,
} from "@/lib/contracts/two-factor";
import { lockAccount } from "@/server/accounts/find-account";
import { confirmPassword } from "@/server/accounts/proof-of-identity";
import { throttledInSession } from "@/server/accounts/throttle";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import {
  removeSecondFactor,
  replaceRecoveryCodes,
  takeSecondFactor,
  wrongSecondFactor,
} from "./second-factor";
import { matchingStepOfSealed, newTotpSecret, otpauthUrl } from "./totp";

export async function twoFactorStatus(
  ctx: SessionContext,
): Promise<ResponseOf<typeof contracts.twoFactorStatus>> {
  const { userId } = ctx;
  const user = await db("accounts").user.findUniqueOrThrow({
    where: { id: userId },
    include: { _count: { select: { recoveryCodes: { where: { usedAt: null } } } } },
  });
  return {
    enabled: user.totpConfirmedAt !== null,
    recovery_codes_left: user._count.recoveryCodes,
  };
}

/**
 * Creates a secret for an authenticator, replacing an unconfirmed one.
 * @throws ConflictError when two-factor is on; otherwise as confirmPassword.
 */
export async function beginTwoFactor(
  ctx: SessionContext,
  password: string | undefined,
): Promise<ResponseOf<typeof contracts.beginTwoFactor>> {
  const { userId } = ctx;
  await confirmPassword(ctx, password);
  const { secret, sealed } = await newTotpSecret(userId);
  const account = await db("accounts").$transaction(async (tx) => {
    await lockAccount(tx, ctx);
    const { count } = await tx.user.updateMany({
      where: { id: userId, totpConfirmedAt: null },
      data: { totpSecret: sealed, totpLastStep: null },
    });
    if (count === 0) throw alreadyOn();
    await recordAudit(tx, ctx, { action: "two_factor.begun", entity: "user", entityId: userId });
    return tx.user.findUniqueOrThrow({ where: { id: userId } });
  });
  const url = otpauthUrl(secret, account.email);
  const svg = await QRCode.toString(url, { type: "svg", errorCorrectionLevel: "M" });
  return {
    secret,
    otpauth_url: url,
    qr_code: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
  };
}

/**
 * Turns two-factor on. The code that confirms the authenticator counts as used.
 * @throws ConflictError when two-factor is on, or no secret was created; UnusableInputError when the code
 * is wrong; RateLimitedError; otherwise as lockAccount.
 */
export function confirmTwoFactor(
  ctx: SessionContext,
  code: string,
): Promise<ResponseOf<typeof contracts.confirmTwoFactor>> {
  // Throttled: an intruder in an open session must not guess a code to get recovery codes.
  return throttledInSession("two-factor", ctx, () => turnOn(ctx, code));
}

function turnOn(
  ctx: SessionContext,
  code: string,
): Promise<ResponseOf<typeof contracts.confirmTwoFactor>> {
  const { userId } = ctx;
  return db("accounts").$transaction(async (tx) => {
    const user = await lockAccount(tx, ctx);
    if (user.totpConfirmedAt) throw alreadyOn();
    if (!user.totpSecret) throw new ConflictError("wrong_step", "Scan the QR code first");
    const step = await matchingStepOfSealed(user, code);
    if (step === null) {
      const message = "This code is wrong. Check that your phone's clock is right and try again.";
      throw new UnusableInputError(message, { fields: { code: message } });
    }
    await tx.user.update({
      where: { id: userId },
      data: { totpConfirmedAt: new Date(), totpLastStep: step },
    });
    const recoveryCodes = await replaceRecoveryCodes(tx, userId);
    await recordAudit(tx, ctx, { action: "two_factor.enabled", entity: "user", entityId: userId });
    return { message: "Two-factor authentication is on", recovery_codes: recoveryCodes };
  });
}

function alreadyOn(): ConflictError {
  return new ConflictError("already_done", "Two-factor authentication is already on");
}

/**
 * Turns two-factor off and deletes secret and recovery codes.
 * @throws ConflictError when it is off; UnusableInputError when the code is wrong or used; otherwise as
 * confirmPassword and lockAccount.
 */
export async function disableTwoFactor(
  ctx: SessionContext,
  { current_password, code }: BodyOf<typeof disableTwoFactorContract>,
): Promise<{ message: string }> {
  const { userId } = ctx;
  await confirmPassword(ctx, current_password);
  await throttledInSession("two-factor", ctx, () =>
    db("accounts").$transaction(async (tx) => {
      const user = await lockAccount(tx, ctx);
      if (!user.totpConfirmedAt)
        throw new ConflictError("already_done", "Two-factor authentication is off");
      if (!(await takeSecondFactor(tx, user, code))) throw wrongSecondFactor();
      await removeSecondFactor(tx, userId);
      await recordAudit(tx, ctx, {
        action: "two_factor.disabled",
        entity: "user",
        entityId: userId,
      });
    }),
  );
  return { message: "Two-factor authentication is off" };
}

/**
 * Replaces an account's recovery codes; the old ones, used or not, become invalid.
 * @throws ConflictError when two-factor is off; UnusableInputError when the code is wrong or used;
 * otherwise as confirmPassword and lockAccount.
 */
export async function renewRecoveryCodes(
  ctx: SessionContext,
  { current_password, code }: BodyOf<typeof renewRecoveryCodesContract>,
): Promise<ResponseOf<typeof renewRecoveryCodesContract>> {
  const { userId } = ctx;
  await confirmPassword(ctx, current_password);
  const recoveryCodes = await throttledInSession("two-factor", ctx, () =>
    db("accounts").$transaction(async (tx) => {
      const user = await lockAccount(tx, ctx);
      if (!user.totpConfirmedAt)
        throw new ConflictError("already_done", "Two-factor authentication is off");
      if (!(await takeSecondFactor(tx, user, code))) throw wrongSecondFactor();
      const fresh = await replaceRecoveryCodes(tx, userId);
      await recordAudit(tx, ctx, {
        action: "two_factor.recovery_codes_renewed",
        entity: "user",
        entityId: userId,
      });
      return fresh;
    }),
  );
  return { message: "The old recovery codes no longer work", recovery_codes: recoveryCodes };
}
