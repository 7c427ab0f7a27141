import { recordAudit } from "@/server/platform/record-audit";
import { newAddress, voidConfirmation } from "./email-confirmations";
import { lockAccount } from "./lock-account";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";

/**
 * Cancels a change of the account's address; its link stops working.
 * @throws ConflictError when no change waits; as lockAccount.
 */
export async function cancelEmailChange(ctx: SessionContext): Promise<{ message: string }> {
  const email = await db("accounts").$transaction(async (tx) => {
    const user = await lockAccount(tx, ctx);
    const waiting = await newAddress(tx, user);
    if (!waiting) throw new ConflictError("No new email address waits for its confirmation");
    await voidConfirmation(tx, user.id);
    await recordAudit(tx, ctx, {
      action: "email.change_cancelled",
      entity: "user",
      entityId: user.id,
      data: { email: waiting },
    });
    return user.email;
  });
  return { message: `Your email address stays ${email}` };
}
