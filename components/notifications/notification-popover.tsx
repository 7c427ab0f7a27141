"use client";

import Link from "next/link";
import { BellButton } from "@/components/notifications/bell-button";
import { NotificationList } from "@/components/notifications/notification-list";
import { useMarkRead } from "@/components/notifications/use-mark-read";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

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
