import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { renewRecoveryCodes as contract } from "@/lib/contracts/two-factor";
import { recordAudit } from "@/server/platform/record-audit";
import { confirmPassword } from "@/server/accounts/confirm-password";
import { lockAccount } from "@/server/accounts/lock-account";
import { throttled } from "@/server/accounts/throttle";
import { replaceRecoveryCodes } from "./recovery-codes";
import { takeSecondFactor, wrongSecondFactor } from "./second-factor";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";

/**
 * Replaces an account's recovery codes; the old ones, used or not, become invalid.
 * @throws ConflictError when two-factor is off; UnusableInputError when the code is wrong or used;
 * otherwise as confirmPassword and lockAccount.
 */
export async function renewRecoveryCodes(
  ctx: SessionContext,
  { current_password, code }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { userId, ipAddress } = ctx;
  await confirmPassword(ctx, current_password);
  const recoveryCodes = await throttled("two-factor", { account: String(userId), ipAddress }, () =>
    db("accounts").$transaction(async (tx) => {
      const user = await lockAccount(tx, ctx);
      if (!user.totpConfirmedAt) throw new ConflictError("Two-factor authentication is off");
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
