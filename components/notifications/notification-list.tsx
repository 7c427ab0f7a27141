"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { NotificationItem } from "@/components/notifications/notification-item";
import { notificationsQuery } from "@/components/notifications/queries";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

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
