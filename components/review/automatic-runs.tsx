"use client";

import { useQuery } from "@tanstack/react-query";
import { automaticRunsQuery } from "@/components/review/queries";
import { RunRow } from "@/components/review/run-row";
import { RunsCard } from "@/components/review/runs-card";

/** The latest runs of Auto Match, each to be undone as one as far as it isn't posted. */
export function AutomaticRuns() {
  const { data } = useQuery(automaticRunsQuery);
  return (
    <RunsCard
      id="runs"
      title="Automatic matches"
      text="What Auto Match matched without anybody, of the last 30 days. What isn't posted yet can be undone together."
      runs={data?.runs}
    >
      {(run) => <RunRow run={run} />}
    </RunsCard>
  );
}
