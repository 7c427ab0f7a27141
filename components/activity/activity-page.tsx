"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { activityPages } from "@/components/activity/queries";
import { RUN_ACTION, RUN_STOP, RunRow } from "@/components/activity/run-row";
import { useSummary } from "@/components/deposit-parts/use-summary";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { isShortcut } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";

const SKELETONS = [0, 1, 2, 3];

/** What was posted together and what Auto Match matched, the newest first, each to be taken back as a whole. */
export function ActivityPage() {
  // Posting goes on meanwhile, and shows up without a reload.
  useSummary();
  const card = useRef<HTMLDivElement>(null);
  useRunKeys(card);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(activityPages);
  const runs = data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <>
      <PageHeader
        title="Activity"
        description="What was posted together, and what Auto Match matched"
        back={
          <TextLink href="/dashboard" className="text-muted-foreground">
            ← Dashboard
          </TextLink>
        }
      />
      {error && !data && (
        <ErrorState title="Couldn't load the activity" error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && (
        <Card>
          <CardContent className="grid gap-4">
            {SKELETONS.map((row) => (
              <Skeleton key={row} className="h-12" />
            ))}
          </CardContent>
        </Card>
      )}
      {data && runs.length === 0 && (
        <Card>
          <EmptyState
            title="Nothing yet"
            description="What Auto Match matches and what you post together is listed here, and can be undone as a whole."
          />
        </Card>
      )}
      {runs.length > 0 && (
        <Card ref={card} className="gap-2 py-2">
          <CardContent>
            <ul aria-label="Activity" className="divide-y">
              {runs.map((run) => (
                <li key={run.id}>
                  <RunRow run={run} closedUntil={data?.pages[0]?.closed_until ?? null} />
                </li>
              ))}
            </ul>
            {hasNextPage && (
              <div className="border-t py-3">
                <Button
                  variant="outline"
                  size="sm"
                  loading={isFetchingNextPage}
                  onClick={() => fetchNextPage()}
                >
                  Show more
                </Button>
              </div>
            )}
          </CardContent>
        </Card>
      )}
    </>
  );
}

/** j and k go from run to run; Enter asks what the run's last button does, and nothing happens before a second press. */
function useRunKeys(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event)) return;
      const stops = [...(card.current?.querySelectorAll<HTMLElement>(`[${RUN_STOP}]`) ?? [])];
      const focused = stops.findIndex((stop) => stop.matches(":focus"));
      if (event.key === "j" || event.key === "k") {
        const next = stops[focused + (event.key === "j" ? 1 : -1)];
        next?.focus({ preventScroll: true });
        next?.scrollIntoView({ block: "nearest" });
        if (next) event.preventDefault();
      }
      if (event.key === "Enter") {
        const buttons = stops[focused]?.querySelectorAll<HTMLElement>(`[${RUN_ACTION}]`) ?? [];
        const button = [...buttons].at(-1);
        button?.click();
        if (button) event.preventDefault();
      }
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [card]);
}
