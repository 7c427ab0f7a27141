"use client";

import { useQuery } from "@tanstack/react-query";
import { TrendingDown, TrendingUp } from "lucide-react";
import { metricsQuery } from "@/components/dashboard/queries";
import { CurrencySums } from "@/components/deposit-parts/currency-sums";
import { summaryQuery } from "@/components/deposit-parts/use-summary";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { RowLink } from "@/components/ui/row-link";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/api-errors";
import { cn } from "@/lib/cn";
import type { DashboardStatus, Summary } from "@/lib/contracts/dashboard";

const FAILED = "Failed to load dashboard metrics";

type Key = "deposits_matched" | "pending_matches" | "match_rate" | "recent_activity";

const CARDS: readonly {
  key: Key;
  title: string;
  more?: "good" | "bad";
  before?: string;
  after?: string;
}[] = [
  { key: "deposits_matched", title: "Deposits Matched", more: "good" },
  { key: "pending_matches", title: "Pending Matches", more: "bad" },
  { key: "match_rate", title: "Match Rate", more: "good", before: "of " },
  { key: "recent_activity", title: "Recent Activity", after: " posted" },
];

/** The figures of the last 30 days; each leads to the deposits that it counts. */
export function MetricCards({ className }: { className?: string }) {
  const { data, error, isError, fetchStatus, refetch } = useQuery(metricsQuery);
  const { data: summary } = useQuery(summaryQuery);
  useErrorToast(isError, FAILED);
  if (isError) return <Failure error={error} onRetry={() => refetch()} className={className} />;
  // Without a connection, the question waits.
  if (!data && fetchStatus === "paused") {
    return <p className={cn("text-muted-foreground", className)}>No dashboard data available</p>;
  }
  return (
    <section aria-label="Figures" className={cn("grid gap-2", className)}>
      <p className="text-caption text-muted-foreground">Payouts of the last 30 days</p>
      <ul
        aria-label="Metrics"
        aria-busy={!data}
        className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4"
      >
        {CARDS.map(({ key, title, ...words }) => (
          <li key={key}>
            <RowLink
              href={metricHref(key, data, summary)}
              className="group block h-full rounded-lg"
            >
              <Card className="h-full gap-1.5 py-4 transition-colors group-hover:border-input">
                <CardHeader className="px-4 sm:px-4">
                  <CardTitle className="text-caption font-medium text-muted-foreground">
                    {title}
                  </CardTitle>
                </CardHeader>
                <CardContent className="px-4 sm:px-4">
                  {data ? <Figure metric={data[key]} {...words} /> : <FigureSkeleton />}
                </CardContent>
              </Card>
            </RowLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FigureProps {
  metric: DashboardStatus[Key];
  more?: "good" | "bad";
  /** Around the amounts. */
  before?: string;
  after?: string;
}

function Figure({ metric, more, before = "", after = "" }: FigureProps) {
  return (
    <>
      <p className="text-3xl font-semibold tabular-nums">{metric.value}</p>
      <p className="mt-0.5 min-h-5 text-caption">
        {metric.amounts.length > 0 && (
          <>
            {before}
            <CurrencySums sums={metric.amounts} />
            {after}
          </>
        )}
      </p>
      <p className="min-h-5 text-caption text-pretty max-sm:min-h-10 text-muted-foreground">
        {"change" in metric ? (
          <>
            <Change change={metric.change} more={more} /> {metric.period}
          </>
        ) : (
          `${metric.by_you} confirmed by you`
        )}
      </p>
    </>
  );
}

const MEANINGS = { good: "text-success", bad: "text-warning", none: "text-foreground" };

/** "+3", "−2 pts": the arrow shows where to, the colour whether that is good. */
function Change({ change, more }: { change: string; more: "good" | "bad" | undefined }) {
  const meaning = changeMeaning(change, more);
  const Arrow = change.startsWith("+") ? TrendingUp : TrendingDown;
  return (
    <span className={cn("font-medium whitespace-nowrap", MEANINGS[meaning])}>
      {meaning !== "none" && (
        <Arrow aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px]" />
      )}
      {change.replace(/^-/, "−")}
    </span>
  );
}

function FigureSkeleton() {
  return (
    <>
      <div className="flex h-9 items-center">
        <Skeleton className="h-7 w-16" />
      </div>
      <div className="mt-0.5 flex min-h-5 items-center">
        <Skeleton className="h-4 w-24 max-w-full" />
      </div>
      <div className="flex min-h-5 items-center max-sm:min-h-10">
        <Skeleton className="h-4 w-32 max-w-full" />
      </div>
    </>
  );
}

function Failure({
  error,
  onRetry,
  className,
}: {
  error: Error;
  onRetry: () => void;
  className?: string | undefined;
}) {
  const requestId = error instanceof ApiError ? error.requestId : "";
  return (
    <div
      role="alert"
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-card px-4 py-3",
        className,
      )}
    >
      <p className="text-destructive">Error: {FAILED}</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Retry
      </Button>
      {requestId !== "" && (
        <p className="text-xs text-muted-foreground">
          Request <code className="font-mono">{requestId}</code>
        </p>
      )}
    </div>
  );
}

/** Whether a change is good news. @param more what a rise is; undefined where it is neither. */
export function changeMeaning(
  change: string,
  more: "good" | "bad" | undefined,
): "good" | "bad" | "none" {
  if (more === undefined || !/[1-9]/.test(change)) return "none";
  return change.startsWith("+") === (more === "good") ? "good" : "bad";
}

type Metric = Exclude<keyof DashboardStatus, "from" | "to">;

/**
 * The list of what a metric counts. The list has one status at a time: of two that are counted together, the
 * one with more deposits.
 */
export function metricHref(
  metric: Metric,
  data: Pick<DashboardStatus, "from" | "to"> | undefined,
  summary: Pick<Summary, "pending" | "suggested" | "matched" | "posted"> | undefined,
): string {
  const { pending = 0, suggested = 0, matched = 0, posted = 0 } = summary ?? {};
  const statuses: Record<Metric, string | null> = {
    deposits_matched: matched > posted ? "matched" : "posted",
    pending_matches: suggested > pending ? "suggested" : "pending",
    match_rate: null,
    recent_activity: "posted",
  };
  const query = new URLSearchParams();
  const status = statuses[metric];
  if (status !== null) query.set("status", status);
  if (data) {
    query.set("from", data.from);
    query.set("to", data.to);
  }
  return query.size === 0 ? "/transactions" : `/transactions?${query}`;
}
