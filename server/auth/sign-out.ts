import { recordAudit } from "@/server/audit/record";
import { endSessions } from "@/server/auth/sessions";
import type { SessionContext } from "@/server/context";
import { db } from "@/server/db";
import { NotFoundError } from "@/server/errors";

/** Ends the session that this request came with. */
export async function signOut(ctx: SessionContext): Promise<{ message: string }> {
  await endOne(ctx, ctx.sessionId);
  return { message: "Logged out successfully" };
}

/**
 * Ends one session of this person, the present one included.
 * @throws NotFoundError when it is nobody's, somebody else's, or over already.
 */
export async function endSessionById(
  ctx: SessionContext,
  sessionId: string,
): Promise<{ message: string }> {
  const ended = await endOne(ctx, sessionId);
  if (!ended) throw new NotFoundError("This session does not exist any more");
  return { message: "Session ended" };
}

/** Signs this person out everywhere, or everywhere else. */
export async function signOutEverywhere(
  ctx: SessionContext,
  keepCurrent: boolean,
): Promise<{ message: string; ended: number }> {
  const ended = await db("accounts").$transaction(async (tx) => {
    const count = await endSessions(tx, ctx.userId, keepCurrent ? { except: ctx.sessionId } : {});
    await recordAudit(tx, ctx, {
      action: "sessions.ended",
      entity: "user",
      entityId: ctx.userId,
      data: { count, kept_current: keepCurrent },
    });
    return count;
  });
  return { message: keepCurrent ? "Signed out everywhere else" : "Signed out everywhere", ended };
}

function endOne(ctx: SessionContext, sessionId: string): Promise<boolean> {
  return db("accounts").$transaction(async (tx) => {
    const count = await endSessions(tx, ctx.userId, { only: sessionId });
    if (count === 0) return false;
    await recordAudit(tx, ctx, {
      action: "session.ended",
      entity: "user",
      entityId: ctx.userId,
      data: { session_id: sessionId },
    });
    return true;
  });
}
