"use client";

import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { BellButton } from "@/components/notifications/bell-button";
import { NotificationList } from "@/components/notifications/notification-list";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { notificationList, readNotifications } from "@/lib/contracts/notifications";
import { notificationCountQuery, notificationKeys, notificationsQuery } from "./queries";

/** What happened, behind the bell. Loaded when it is first opened. */
export default function NotificationPopover({
  unread,
  open,
  onOpenChange,
}: {
  unread: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const markRead = useMarkRead();
  const close = () => onOpenChange(false);
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverTrigger asChild>
        <BellButton unread={unread} />
      </PopoverTrigger>
      <PopoverContent aria-label="Notifications">
        <div className="flex h-12 shrink-0 items-center justify-between gap-3 border-b pr-2 pl-4">
          <h2 className="font-semibold">Notifications</h2>
          <Button
            variant="ghost"
            size="sm"
            disabled={unread === 0}
            onClick={() => markRead.mutate({ all: true })}
          >
            Mark all as read
          </Button>
        </div>
        <NotificationList
          onOpen={(id, isUnread) => {
            if (isUnread) markRead.mutate({ ids: [id] });
            close();
          }}
        />
        <div className="shrink-0 border-t p-2">
          <Button asChild variant="ghost" size="sm" className="w-full">
            <Link href="/settings?tab=notifications" onClick={close}>
              Notification settings
            </Link>
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  );
}

type Pages = InfiniteData<ResponseOf<typeof notificationList>, string>;

/** Marks some as read, or all: here at once, and on the server. */
function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof readNotifications>) =>
      call("POST /notifications/read/", { body }),
    onMutate: async ({ ids }) => {
      await client.cancelQueries({ queryKey: notificationKeys.list });
      client.setQueryData<Pages>(notificationsQuery.queryKey, (pages) => {
        return pages && markIn(pages, (id) => ids === undefined || ids.includes(id));
      });
    },
    onSuccess: ({ unread }) => {
      client.setQueryData(notificationCountQuery.queryKey, (count) => {
        return count && { ...count, unread, ...(unread === 0 && { newest_at: null }) };
      });
    },
    onError: (error) => {
      toast.error("Couldn't mark as read", { description: error.message });
      return client.invalidateQueries({ queryKey: notificationKeys.list });
    },
  });
}

function markIn(pages: Pages, isMeant: (id: string) => boolean): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      notifications: page.notifications.map((each) =>
        isMeant(each.id) ? { ...each, read: true } : each,
      ),
    })),
  };
}
