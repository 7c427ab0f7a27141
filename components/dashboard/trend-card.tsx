"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { trendQuery } from "@/components/dashboard/queries";
import { TrendTable } from "@/components/dashboard/trend-table";
import { TrendUnitChoice } from "@/components/dashboard/trend-unit-choice";
import { ErrorState } from "@/components/feedback/error-state";
import { PartBoundary } from "@/components/feedback/part-boundary";
import { WhenNear } from "@/components/feedback/when-near";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { Trend, TrendUnit } from "@/lib/contracts/dashboard";
import { whenOnline } from "@/lib/when-online";

// Apart from the page's own code: nobody waits for a chart to see what needs them.
const TrendChart = lazy(() => whenOnline().then(() => import("./trend-chart")));

/** How much was matched, and what is still pending, week by week or month by month. */
export function TrendCard({ className }: { className?: string }) {
  const [unit, setUnit] = useState<TrendUnit>("week");
  const { data, error, isError, refetch } = useQuery(trendQuery(unit));
  return (
    <Card className={className}>
      <CardHeader>
        <CardTitle>Matched over time</CardTitle>
        <CardDescription>Deposits by the date of their payout.</CardDescription>
        <CardAction>
          <TrendUnitChoice value={unit} onChange={setUnit} />
        </CardAction>
      </CardHeader>
      <CardContent className="flex-1">
        {data && !isError && <TrendFigure trend={data} />}
        {isError && (
          <ErrorState
            title="The chart could not be loaded"
            error={error}
            onRetry={() => refetch()}
            className="min-h-[17rem] place-content-center py-6"
          />
        )}
        {!data && !isError && <Skeleton className="h-[17rem]" />}
      </CardContent>
    </Card>
  );
}

function TrendFigure({ trend }: { trend: Trend }) {
  const [asTable, setAsTable] = useState(false);
  const sum = (key: "matched" | "pending") =>
    trend.points.reduce((total, point) => total + point[key], 0);
  const isEmpty = sum("matched") + sum("pending") === 0;
  return (
    <div className="grid gap-4">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption">
          <Key colour="bg-status-done" label="Matched" count={sum("matched")} />
          <Key colour="bg-status-idle" label="Pending" count={sum("pending")} />
        </ul>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-3"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? "Show the chart" : "Show as table"}
        </Button>
      </div>
      {!asTable && (
        <div aria-hidden="true" className="h-56">
          {isEmpty ? (
            <p className="grid h-full place-content-center text-muted-foreground">
              No deposits in the last 12 {trend.unit}s
            </p>
          ) : (
            <PartBoundary fallback={<Unavailable />}>
              <WhenNear fallback={<Skeleton className="h-56" />}>
                <Suspense fallback={<Skeleton className="h-full" />}>
                  <TrendChart trend={trend} />
                </Suspense>
              </WhenNear>
            </PartBoundary>
          )}
        </div>
      )}
      <TrendTable trend={trend} shown={asTable} />
    </div>
  );
}

function Unavailable() {
  return (
    <p className="grid h-full place-content-center text-center text-muted-foreground">
      The chart could not be drawn. The table has the same numbers.
    </p>
  );
}

function Key({ colour, label, count }: { colour: string; label: string; count: number }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className={`size-2.5 rounded-sm ${colour}`} />
      <span className="text-muted-foreground">{label}</span>
      <span className="font-medium tabular-nums">{count}</span>
    </li>
  );
}
