import { confirmPassword } from "./confirm-password";
import { lockAccount } from "./lock-account";
import { voidCodes } from "./reset-codes";
import { throttled } from "./throttle";
import { takeSecondFactor, wrongSecondFactor } from "@/server/accounts/two-factor/second-factor";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/**
 * Confirms that the account's owner requests an irreversible action: asks for everything that a sign-in
 * requires. Pending resets end.
 * @throws as confirmPassword and lockAccount; UnusableInputError when the code is missing, wrong or used.
 */
export async function proveOwner(
  ctx: SessionContext,
  {
    current_password,
    code = "",
  }: { current_password?: string | undefined; code?: string | undefined },
): Promise<void> {
  const { userId, ipAddress } = ctx;
  await confirmPassword(ctx, current_password);
  const { email, totpConfirmedAt } = await db("accounts").user.findUniqueOrThrow({
    where: { id: userId },
  });
  const prove = () =>
    db("accounts").$transaction(async (tx) => {
      await voidCodes(tx, email);
      const user = await lockAccount(tx, ctx);
      if (user.totpConfirmedAt && !(await takeSecondFactor(tx, user, code))) {
        throw wrongSecondFactor();
      }
    });
  if (!totpConfirmedAt) return prove();
  return throttled("two-factor", { account: String(userId), ipAddress }, prove);
}
