import type { Notification } from "@/generated/prisma/client";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { NotificationView, notificationList } from "@/lib/contracts/notifications";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { countUnread } from "./count-unread";

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
