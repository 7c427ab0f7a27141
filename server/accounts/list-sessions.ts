import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { listSessions as contract } from "@/lib/contracts/sessions";
import { liveSessions } from "./sessions";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { describeDevice } from "./describe-device";

/** The user's live sessions, most recently used first. */
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
      ip_address: describeAddress(session.ipAddress),
      created_at: session.createdAt.toISOString(),
      last_seen_at: session.lastSeenAt.toISOString(),
      current: session.id === ctx.sessionId,
    })),
  };
}

/** The address, or where it is when it is on this machine. */
function describeAddress(ipAddress: string): string {
  // An IPv6 socket reports an IPv4 address with this prefix.
  const address = ipAddress.replace(/^::ffff:(?=\d+\.)/i, "");
  return address === "::1" || address.startsWith("127.") ? "the server itself" : address;
}
