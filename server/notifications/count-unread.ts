import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { notificationCount } from "@/lib/contracts/notifications";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/** Every open page polls this: one lookup in an index of unread notifications. */
export async function countUnread(
  ctx: SessionContext,
): Promise<ResponseOf<typeof notificationCount>> {
  const { _count, _max } = await db(ctx).notification.aggregate({
    where: { companyId: ctx.companyId, userId: ctx.userId, readAt: null },
    _count: true,
    _max: { createdAt: true },
  });
  return { unread: _count, newest_at: _max.createdAt?.toISOString() ?? null };
}
