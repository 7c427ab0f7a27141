import type { AutoLogout } from "@/lib/contracts/sessions";
import { recordAudit } from "@/server/platform/record-audit";
import { idleLimit } from "./sessions";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

const RULE = { autoLogoutEnabled: true, sessionTimeoutMinutes: true } as const;

export async function loadAutoLogout(ctx: SessionContext): Promise<AutoLogout> {
  const rule = await db("accounts").user.findUniqueOrThrow({
    where: { id: ctx.userId },
    select: RULE,
  });
  return {
    auto_logout_enabled: rule.autoLogoutEnabled,
    // A check constraint limits the column to these values.
    session_timeout: rule.sessionTimeoutMinutes as AutoLogout["session_timeout"],
  };
}

/** Saves the choice. Sessions that expired under the old rule stay expired. */
export async function saveAutoLogout(
  ctx: SessionContext,
  input: AutoLogout,
): Promise<{ message: string }> {
  const { userId, sessionId } = ctx;
  await db("accounts").$transaction(async (tx) => {
    const before = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: RULE });
    const now = new Date();
    const idleSince = idleLimit(before, now);
    if (idleSince) {
      await tx.session.updateMany({
        where: { userId, revokedAt: null, lastSeenAt: { lt: idleSince } },
        data: { revokedAt: now },
      });
    }
    await tx.user.update({
      where: { id: userId },
      data: {
        autoLogoutEnabled: input.auto_logout_enabled,
        sessionTimeoutMinutes: input.session_timeout,
      },
    });
    // `lastSeenAt` is only accurate to the minute until Auto Logout is on.
    await tx.session.update({ where: { id: sessionId }, data: { lastSeenAt: now } });
    await recordAudit(tx, ctx, {
      action: "auto_logout.saved",
      entity: "user",
      entityId: userId,
      data: { ...input },
    });
  });
  return { message: "Settings saved successfully" };
}
