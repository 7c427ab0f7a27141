import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { readNotifications } from "@/lib/contracts/notifications";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { countUnread } from "./count-unread";

/**
 * Marks a user's notifications as read: the given ones, or all.
 * @throws NotFoundError when one of them does not exist or is another user's; then none is marked.
 */
export async function markRead(
  ctx: SessionContext,
  { ids }: BodyOf<typeof readNotifications>,
): Promise<ResponseOf<typeof readNotifications>> {
  const { companyId, userId } = ctx;
  const own = { companyId, userId, ...(ids && { id: { in: ids } }) };
  await db(ctx).$transaction(async (tx) => {
    if (ids && (await tx.notification.count({ where: own })) < new Set(ids).size) {
      throw new NotFoundError("This notification doesn't exist");
    }
    await tx.notification.updateMany({
      where: { ...own, readAt: null },
      data: { readAt: new Date() },
    });
  });
  const { unread } = await countUnread(ctx);
  return { message: "Marked as read", unread };
}
