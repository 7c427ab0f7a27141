import type { ComponentProps, ReactNode } from "react";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";

const SKELETONS = [0, 1, 2];

interface LoadedListProps<Item> extends Omit<ComponentProps<"ul">, "children"> {
  label: string;
  items: readonly Item[] | undefined;
  /** What the items come from, unless they are there already; one in pages has a button for the next. */
  query?: {
    error?: Error | null;
    refetch?: () => unknown;
    hasNextPage?: boolean;
    isFetchingNextPage?: boolean;
    fetchNextPage?: () => unknown;
  };
  /** Title of the error. */
  failed?: string;
  empty?: Pick<ComponentProps<typeof EmptyState>, "title" | "description">;
  children: (item: Item) => ReactNode;
}

/** A list in each of its states: loading, failed, empty, or with its rows. */
export function LoadedList<Item>({
  label,
  items,
  query: { error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = {},
  failed,
  empty,
  className,
  children,
  ...list
}: LoadedListProps<Item>) {
  if (!items && error) {
    return (
      <ErrorState
        headingLevel="h3"
        title={failed}
        description={error.message}
        error={error}
        onRetry={() => refetch?.()}
      />
    );
  }
  if (!items) {
    return (
      <div aria-busy="true" className={cn("ui-list-waiting", className)}>
        {SKELETONS.map((row) => (
          <Skeleton key={row} className="h-10" />
        ))}
      </div>
    );
  }
  if (items.length === 0 && empty) {
    return <EmptyState className={cn("ui-list-empty", className)} {...empty} />;
  }
  return (
    <>
      <ul {...list} aria-label={label} className={cn("ui-list", className)}>
        {items.map(children)}
      </ul>
      {hasNextPage && (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage?.()}
        >
          Show more
        </Button>
      )}
    </>
  );
}
