import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { listSessions as contract } from "@/lib/contracts/sessions";
import { describeDevice } from "@/server/auth/device";
import { liveSessions } from "@/server/auth/sessions";
import type { SessionContext } from "@/server/context";
import { db } from "@/server/db";

/** Where this person is signed in, last used first. */
export async function listSessions(ctx: SessionContext): Promise<ResponseOf<typeof contract>> {
  const { userId } = ctx;
  const rule = await db("accounts").user.findUniqueOrThrow({ where: { id: userId } });
  const sessions = await db("accounts").session.findMany({
    where: liveSessions(userId, rule, new Date()),
    orderBy: [{ lastSeenAt: "desc" }, { createdAt: "desc" }],
  });
  return {
    sessions: sessions.map((session) => ({
      id: session.id,
      device: describeDevice(session.userAgent),
      // An IPv4 address as an IPv6 socket sees it.
      ip_address: session.ipAddress.replace(/^::ffff:(?=\d+\.)/i, ""),
      created_at: session.createdAt.toISOString(),
      last_seen_at: session.lastSeenAt.toISOString(),
      current: session.id === ctx.sessionId,
    })),
  };
}
