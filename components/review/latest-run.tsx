"use client";

import { useQuery } from "@tanstack/react-query";
import { automaticRunsQuery } from "@/components/review/queries";
import { Card, CardContent } from "@/components/ui/card";
import { RunRow } from "./runs-card";

/** The last run of Auto Match, while any of it can be undone. */
export function LatestRun() {
  const { data } = useQuery(automaticRunsQuery);
  const run = data?.runs[0];
  if (!run || run.undoable === 0) return null;
  return (
    <Card>
      <CardContent>
        <RunRow run={run} />
      </CardContent>
    </Card>
  );
}
