"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { activityPages } from "@/components/activity/queries";
import { RUN_ACTION, RUN_STOP, RunRow } from "@/components/activity/run-row";
import { useSummary } from "@/components/deposit-parts/use-summary";
import { LoadedList } from "@/components/feedback/loaded-list";
import { PageHeader } from "@/components/feedback/page-header";
import { Card, CardContent } from "@/components/ui/card";
import { isShortcut } from "@/components/ui/shortcuts";
import { TextLink } from "@/components/ui/text-link";

/** What was posted together and what Auto Match matched, the newest first, each to be taken back as a whole. */
export function ActivityPage() {
  // Posting goes on meanwhile, and shows up without a reload.
  useSummary();
  const card = useRef<HTMLDivElement>(null);
  useRunKeys(card);
  const query = useInfiniteQuery(activityPages);
  const pages = query.data?.pages;
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
      <Card ref={card} className="py-2">
        <CardContent>
          <LoadedList
            label="Activity"
            className="border-t-0"
            query={query}
            items={pages?.flatMap((page) => page.runs)}
            failed="Couldn't load the activity"
            empty={{
              title: "Nothing yet",
              description:
                "What Auto Match matches and what you post together is listed here, and can be undone as a whole.",
            }}
          >
            {(run) => (
              <li key={run.id}>
                <RunRow run={run} closedUntil={pages?.[0]?.closed_until ?? null} />
              </li>
            )}
          </LoadedList>
        </CardContent>
      </Card>
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
