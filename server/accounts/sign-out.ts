import { recordAudit } from "@/server/platform/record-audit";
import { endSessions } from "./sessions";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";

/** Ends the session of this request. */
export async function signOut(ctx: SessionContext): Promise<{ message: string }> {
  await endOne(ctx, ctx.sessionId);
  return { message: "Logged out successfully" };
}

/**
 * Ends one of the user's sessions, which may be the current one.
 * @throws NotFoundError when it is unknown, another user's, or has ended.
 */
export async function endSessionById(
  ctx: SessionContext,
  sessionId: string,
): Promise<{ message: string }> {
  const ended = await endOne(ctx, sessionId);
  if (!ended) throw new NotFoundError("This session has already ended");
  return { message: "Session ended" };
}

/** Signs the user out everywhere, or everywhere else. */
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
