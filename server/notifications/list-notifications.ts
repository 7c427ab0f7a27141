import type { Notification } from "@/generated/prisma/client";
import type { BodyOf, QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  NotificationView,
  notificationCount,
  notificationList,
  readNotifications,
} from "@/lib/contracts/notifications";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";

const DEFAULT_PAGE_SIZE = 20;

/** A user's notifications, newest first; `cursor` is the end of the previous page. */
export async function listNotifications(
  ctx: SessionContext,
  query: QueryOf<typeof notificationList>,
): Promise<ResponseOf<typeof notificationList>> {
  const { companyId, userId } = ctx;
  const take = query.page_size ?? DEFAULT_PAGE_SIZE;
  const rows = await db(ctx).notification.findMany({
    where: { companyId, userId, ...(query.cursor && olderThan(query.cursor)) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: take + 1,
  });
  const page = rows.slice(0, take);
  const last = page.at(-1);
  return {
    notifications: page.map(toView),
    next_cursor: rows.length > take && last ? `${last.createdAt.getTime()}_${last.id}` : null,
    unread: (await countUnread(ctx)).unread,
  };
}

function olderThan(cursor: string) {
  const [at = "", id = ""] = cursor.split("_");
  const createdAt = new Date(Number(at));
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

function toView(row: Notification): NotificationView {
  const { id, kind, title, body, link } = row;
  return {
    id,
    kind,
    title,
    body,
    link,
    created_at: row.createdAt.toISOString(),
    read: row.readAt !== null,
  };
}

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
