import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { chime } from "@/components/notifications/chime";
import {
  latestNotificationsQuery,
  notificationCountQuery,
  notificationKeys,
  notificationSettingsQuery,
} from "@/components/notifications/queries";
import { SeenNotifications } from "@/components/notifications/seen-notifications";
import { toast } from "@/components/ui/toast";
import type { NotificationView } from "@/lib/contracts/notifications";

/** More than these at once become one toast. */
const MAX_TOASTS = 3;

/**
 * Announces new notifications while the page is open: a toast and a sound, as the user's settings say.
 * @returns how many are unread; undefined until it is known.
 */
export function useAlerts(openList: () => void): number | undefined {
  const client = useQueryClient();
  const { push } = useRouter();
  const { data: settings } = useQuery(notificationSettingsQuery);
  const { data: count } = useQuery(notificationCountQuery);
  const { data: latest } = useQuery(latestNotificationsQuery(count));
  const seen = useRef(new SeenNotifications());

  useEffect(() => {
    if (!latest) return;
    const news = seen.current.take(latest.notifications);
    if (news.length === 0) return;
    void client.invalidateQueries({ queryKey: notificationKeys.list });
    if (settings?.real_time_alerts) alertOf(news, push, openList);
    if (settings?.sound_alerts) chime();
  }, [latest, settings, client, push, openList]);

  return count?.unread;
}

function alertOf(news: NotificationView[], go: (path: string) => void, openList: () => void) {
  if (news.length > MAX_TOASTS) {
    toast(`${news.length} new notifications`, { action: { label: "View", onClick: openList } });
    return;
  }
  for (const { id, kind, title, body, link } of news) {
    const say = kind === "issue" ? toast.warning : toast;
    say(title, {
      id,
      description: body,
      ...(link !== "" && { action: { label: "View", onClick: () => go(link) } }),
    });
  }
}
