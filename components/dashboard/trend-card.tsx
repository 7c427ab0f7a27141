"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AccuracyLine } from "@/components/dashboard/accuracy-line";
import { trendQuery } from "@/components/dashboard/queries";
import { TrendTable } from "@/components/dashboard/trend-table";
import { ErrorState } from "@/components/feedback/error-state";
import { Amount } from "@/components/ui/amount";
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
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import { WhenNear } from "@/components/ui/when-near";
import { TREND_UNITS } from "@/lib/constants/trend";
import type { Trend, TrendUnit } from "@/lib/contracts/dashboard";
import { parseDecimal, sumMinor, toWireDecimal } from "@/lib/money";

// What needs a decision doesn't wait for the code of the chart.
const TrendChart = latePart(() => import("@/components/dashboard/trend-chart"), {
  waiting: <Skeleton className="h-full" />,
  failed: <Unavailable />,
});

/** How much money was matched, and how much is still open, week by week or month by month. */
export function TrendCard() {
  const [unit, setUnit] = useState<TrendUnit>("week");
  const [currency, setCurrency] = useState("");
  const { data, error, isError, refetch } = useQuery(trendQuery(unit, currency));
  return (
    <Card>
      <CardHeader>
        <CardTitle>Matched over time</CardTitle>
        <CardDescription>By payout date</CardDescription>
        <CardAction className="flex flex-wrap gap-2 max-sm:col-span-2 max-sm:col-start-1 max-sm:row-span-1 max-sm:row-start-3 max-sm:mt-2 max-sm:justify-self-start">
          {data && data.currencies.length > 1 && (
            <NativeSelect
              aria-label="Currency"
              value={data.currency}
              onChange={(event) => setCurrency(event.target.value)}
            >
              {data.currencies.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </NativeSelect>
          )}
          <TrendUnitChoice value={unit} onChange={setUnit} />
        </CardAction>
      </CardHeader>
      <CardContent className="grid gap-4">
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
        <AccuracyLine />
      </CardContent>
    </Card>
  );
}

function TrendFigure({ trend }: { trend: Trend }) {
  const [asTable, setAsTable] = useState(false);
  const isEmpty = trend.points.every(({ matched, pending }) => matched + pending === 0);
  return (
    <div className="grid gap-4">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption">
          <Key colour="bg-status-done" label="Matched" trend={trend} amount="matched_amount" />
          <Key colour="bg-status-suggested" label="Open" trend={trend} amount="pending_amount" />
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

function Key({
  colour,
  label,
  trend: { points, currency },
  amount,
}: {
  colour: string;
  label: string;
  trend: Trend;
  amount: "matched_amount" | "pending_amount";
}) {
  const total = sumMinor(points.map((point) => parseDecimal(point[amount], currency)));
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className={`size-2.5 rounded-sm ${colour}`} />
      <span className="text-muted-foreground">{label}</span>
      <Amount value={toWireDecimal(total, currency)} currency={currency} className="font-medium" />
    </li>
  );
}

const LABELS: Record<TrendUnit, string> = { week: "Weeks", month: "Months" };

/** Two radio buttons that look like one control. */
function TrendUnitChoice({
  value,
  onChange,
}: {
  value: TrendUnit;
  onChange: (unit: TrendUnit) => void;
}) {
  return (
    <fieldset className="flex rounded-md border border-input/60 p-0.5">
      <legend className="sr-only">Show by</legend>
      {TREND_UNITS.map((unit) => (
        <label
          key={unit}
          className="relative flex h-8 cursor-pointer items-center rounded-sm px-2.5 text-caption font-medium text-muted-foreground has-checked:bg-accent has-checked:text-accent-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name="trend-unit"
            value={unit}
            checked={value === unit}
            onChange={() => onChange(unit)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-sm outline-none"
          />
          {LABELS[unit]}
        </label>
      ))}
    </fieldset>
  );
}
