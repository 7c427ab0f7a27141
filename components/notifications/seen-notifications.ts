import type { NotificationView } from "@/lib/contracts/notifications";

/** What happened again counts as new: it is the same notification at another time. */
function nameOf({ id, created_at }: NotificationView): string {
  return `${id} ${created_at}`;
}

/**
 * Keeps in mind what a page has seen. The first look is what was there before; from then on, what is
 * unread and was never seen is news.
 */
export class SeenNotifications {
  #seen: Set<string> | null = null;

  /** What of it is news, oldest first. */
  take(notifications: readonly NotificationView[]): NotificationView[] {
    const before = this.#seen;
    this.#seen = new Set([...(before ?? []), ...notifications.map(nameOf)]);
    if (before === null) return [];
    return notifications.filter((each) => !each.read && !before.has(nameOf(each))).reverse();
  }
}
