"use client";

import { useQuery } from "@tanstack/react-query";
import { automaticRunsQuery } from "@/components/review/queries";
import { RunRow } from "@/components/review/run-row";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";

/** The latest runs of Auto Match, each to be undone as one as far as it isn't posted. */
export function AutomaticRuns() {
  const { data } = useQuery(automaticRunsQuery);
  if (!data || data.runs.length === 0) return null;
  return (
    <Card id="runs" className="scroll-mt-36 gap-3">
      <CardHeader>
        <CardTitle>Automatic matches</CardTitle>
        <CardDescription>
          What Auto Match matched without anybody, of the last 30 days. What isn't posted yet can be
          undone together.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ul aria-label="Automatic matches" className="divide-y border-t">
          {data.runs.map((run) => (
            <li key={run.id} className="py-3">
              <RunRow run={run} />
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
