import type { AutoLogout } from "@/lib/contracts/sessions";
import { recordAudit } from "@/server/audit/record";
import { idleLimit } from "@/server/auth/sessions";
import type { SessionContext } from "@/server/context";
import { db } from "@/server/db";

const RULE = { autoLogoutEnabled: true, sessionTimeoutMinutes: true } as const;

export async function loadAutoLogout(ctx: SessionContext): Promise<AutoLogout> {
  const rule = await db("accounts").user.findUniqueOrThrow({
    where: { id: ctx.userId },
    select: RULE,
  });
  return {
    auto_logout_enabled: rule.autoLogoutEnabled,
    // The database allows no other minutes.
    session_timeout: rule.sessionTimeoutMinutes as AutoLogout["session_timeout"],
  };
}

/** Saves the choice. Sessions that are over by the old one stay over. */
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
    // Until now this was only known to the minute.
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
