"use client";

import { CalendarDays, CircleCheck, CircleHelp, TriangleAlert } from "lucide-react";
import { RowLink } from "@/components/ui/row-link";
import { cn } from "@/lib/cn";
import type { NotificationView } from "@/lib/contracts/notifications";
import { timeAgo } from "@/lib/time-ago";

const LOOKS = {
  match: { Icon: CircleCheck, className: "text-success" },
  suggestion: { Icon: CircleHelp, className: "text-warning" },
  issue: { Icon: TriangleAlert, className: "text-destructive" },
  summary: { Icon: CalendarDays, className: "text-muted-foreground" },
};

/** What happened, in a line that leads to it; a dot while it is unread. */
export function NotificationItem({
  notification,
  onOpen,
}: {
  notification: NotificationView;
  onOpen: () => void;
}) {
  const { kind, title, body, link, read, created_at: at } = notification;
  const { Icon, className } = LOOKS[kind];
  return (
    <li className="border-b last:border-b-0">
      <RowLink
        href={link}
        onClick={onOpen}
        className="flex items-start gap-3 px-4 py-3 -outline-offset-2 transition-colors hover:bg-accent"
      >
        <Icon aria-hidden="true" className={cn("mt-0.5 size-4 shrink-0", className)} />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className={cn("text-pretty break-words", read ? "font-normal" : "font-medium")}>
            {title}
          </span>
          {body !== "" && (
            <span className="text-caption text-pretty break-words text-muted-foreground">
              {body}
            </span>
          )}
          <time dateTime={at} className="text-xs text-muted-foreground">
            {timeAgo(at, new Date())}
          </time>
        </span>
        <span
          className={cn(
            "mt-1.5 size-2 shrink-0 rounded-full",
            read ? "bg-transparent" : "bg-primary",
          )}
        >
          {!read && <span className="sr-only">Unread</span>}
        </span>
      </RowLink>
    </li>
  );
}
