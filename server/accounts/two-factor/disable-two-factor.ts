import type { BodyOf } from "@/lib/contracts/endpoint";
import type { disableTwoFactor as contract } from "@/lib/contracts/two-factor";
import { recordAudit } from "@/server/platform/record-audit";
import { confirmPassword } from "@/server/accounts/confirm-password";
import { lockAccount } from "@/server/accounts/lock-account";
import { throttled } from "@/server/accounts/throttle";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { takeSecondFactor, wrongSecondFactor } from "./second-factor";

/**
 * Turns two-factor off and deletes secret and recovery codes.
 * @throws ConflictError when it is off; UnusableInputError when the code is wrong or used; otherwise as
 * confirmPassword and lockAccount.
 */
export async function disableTwoFactor(
  ctx: SessionContext,
  { current_password, code }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { userId, ipAddress } = ctx;
  await confirmPassword(ctx, current_password);
  const caller = { account: String(userId), ipAddress };
  await throttled("two-factor", caller, () =>
    db("accounts").$transaction(async (tx) => {
      const user = await lockAccount(tx, ctx);
      if (!user.totpConfirmedAt) throw new ConflictError("Two-factor authentication is off");
      if (!(await takeSecondFactor(tx, user, code))) throw wrongSecondFactor();
      await tx.user.update({
        where: { id: userId },
        data: { totpSecret: null, totpConfirmedAt: null, totpLastStep: null },
      });
      await tx.recoveryCode.deleteMany({ where: { userId } });
      await tx.signInChallenge.deleteMany({ where: { userId } });
      await recordAudit(tx, ctx, {
        action: "two_factor.disabled",
        entity: "user",
        entityId: userId,
      });
    }),
  );
  return { message: "Two-factor authentication is off" };
}
