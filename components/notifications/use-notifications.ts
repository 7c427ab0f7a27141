import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import type { NotificationView } from "@/lib/contracts/notifications";
import {
  latestNotificationsQuery,
  notificationCountQuery,
  notificationKeys,
  notificationSettingsQuery,
} from "./queries";

/** The bell's state, for the row of the navigation and for the sheet of narrow screens. */
export function useNotifications() {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => setOpen(true), []);
  const unread = useAlerts(show) ?? 0;
  return { unread, open, setOpen, show };
}

/** More than these at once become one toast. */
const MAX_TOASTS = 3;

/**
 * Announces new notifications while the page is open: a toast and a sound, as the user's settings say.
 * @returns how many are unread; undefined until it is known.
 */
function useAlerts(openList: () => void): number | undefined {
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

  /** The unseen ones, oldest first. */
  take(notifications: readonly NotificationView[]): NotificationView[] {
    const before = this.#seen;
    this.#seen = new Set([...(before ?? []), ...notifications.map(nameOf)]);
    if (before === null) return [];
    return notifications.filter((each) => !each.read && !before.has(nameOf(each))).reverse();
  }
}

const TONES_HZ = [660, 880];
const TONE_SECONDS = 0.14;
const LOUDNESS = 0.08;

let context: AudioContext | undefined;

/**
 * Two short, soft tones. Silent until the user has interacted with the page: browsers block earlier sound and
 * log a warning.
 */
function chime(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [index, frequency] of TONES_HZ.entries()) {
    const begin = context.currentTime + index * TONE_SECONDS;
    const tone = new OscillatorNode(context, { frequency, type: "sine" });
    const volume = new GainNode(context, { gain: 0 });
    // A tone that begins or ends at once clicks.
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + TONE_SECONDS);
  }
}
