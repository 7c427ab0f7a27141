"use client";

import { Bell } from "lucide-react";
import Link from "next/link";
import { NotificationList } from "@/components/notifications/notification-list";
import { useMarkRead } from "@/components/notifications/use-mark-read";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

const MOST_SHOWN = 99;

/** How many are unread, and behind it what happened. */
export function NotificationBell({
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
        <Button variant="ghost" size="icon" aria-label={bellName(unread)} className="relative">
          <Bell aria-hidden="true" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-0.5 right-0.5 min-w-4 rounded-full bg-primary px-1 text-center text-[0.625rem] leading-4 font-semibold text-primary-foreground tabular-nums"
            >
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
          )}
        </Button>
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

function bellName(unread: number): string {
  return unread === 0 ? "Notifications" : `Notifications, ${unread} unread`;
}
