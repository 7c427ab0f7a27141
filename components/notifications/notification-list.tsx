"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarDays, CircleCheck, CircleHelp, TriangleAlert } from "lucide-react";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { notificationsQuery } from "@/components/notifications/queries";
import { Button } from "@/components/ui/button";
import { RowLink } from "@/components/ui/row-link";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import type { NotificationView } from "@/lib/contracts/notifications";
import { timeAgo } from "@/lib/time-ago";

/** What happened, newest first. */
export function NotificationList({ onOpen }: { onOpen: (id: string, isUnread: boolean) => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(notificationsQuery);
  if (!data) {
    if (!error) return <Loading />;
    return (
      <ErrorState
        title="Couldn't load notifications"
        description={error.message}
        error={error}
        onRetry={() => refetch()}
        headingLevel="h3"
      />
    );
  }
  const notifications = data.pages.flatMap((page) => page.notifications);
  if (notifications.length === 0) {
    return (
      <EmptyState
        title="Nothing new"
        description="Matches, suggestions and connection problems appear here."
      />
    );
  }
  return (
    <div className="min-h-0 overflow-y-auto">
      <ul>
        {notifications.map((each) => (
          <NotificationItem
            key={each.id}
            notification={each}
            onOpen={() => onOpen(each.id, !each.read)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className="border-t p-2">
          <Button
            variant="ghost"
            className="w-full"
            loading={isFetchingNextPage}
            onClick={() => fetchNextPage()}
          >
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      {["first", "second", "third"].map((row) => (
        <div key={row} className="flex gap-3 border-b px-4 py-3 last:border-b-0">
          <Skeleton className="mt-0.5 size-4" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-3 w-20" />
          </div>
        </div>
      ))}
    </div>
  );
}

const LOOKS = {
  match: { Icon: CircleCheck, className: "text-success" },
  suggestion: { Icon: CircleHelp, className: "text-warning" },
  issue: { Icon: TriangleAlert, className: "text-destructive" },
  summary: { Icon: CalendarDays, className: "text-muted-foreground" },
};

/** What happened, in a line that leads to it; a dot while it is unread. */
function NotificationItem({
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
