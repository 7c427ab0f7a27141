"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trendQuery } from "@/components/dashboard/queries";
import { TrendTable } from "@/components/dashboard/trend-table";
import { TrendUnitChoice } from "@/components/dashboard/trend-unit-choice";
import { ErrorState } from "@/components/feedback/error-state";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { latePart } from "@/components/ui/late-part";
import { Skeleton } from "@/components/ui/skeleton";
import { WhenNear } from "@/components/ui/when-near";
import type { Trend, TrendUnit } from "@/lib/contracts/dashboard";

// What needs a decision doesn't wait for the code of the chart.
const TrendChart = latePart(() => import("@/components/dashboard/trend-chart"), {
  waiting: <Skeleton className="h-full" />,
  failed: <Unavailable />,
});

/** How much was matched, and what is still pending, week by week or month by month. */
export function TrendCard({ className }: { className?: string }) {
  const [unit, setUnit] = useState<TrendUnit>("week");
  const { data, error, isError, refetch } = useQuery(trendQuery(unit));
  return (
    <Card className={className}>
      <CardHeader>
        <CardTitle>Matched over time</CardTitle>
        <CardDescription>By payout date</CardDescription>
        <CardAction>
          <TrendUnitChoice value={unit} onChange={setUnit} />
        </CardAction>
      </CardHeader>
      <CardContent className="flex-1">
        {data && !isError && <TrendFigure trend={data} />}
        {isError && (
          <ErrorState
            title="Couldn't load the chart"
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
          {asTable ? "Show as chart" : "Show as table"}
        </Button>
      </div>
      {!asTable && (
        <div aria-hidden="true" className="h-56">
          {isEmpty ? (
            <p className="grid h-full place-content-center text-muted-foreground">
              No deposits in the last 12 {trend.unit}s
            </p>
          ) : (
            <WhenNear fallback={<Skeleton className="h-56" />}>
              <TrendChart trend={trend} />
            </WhenNear>
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
      Couldn't draw the chart. The table shows the same figures.
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
