"use client";

import { useQuery } from "@tanstack/react-query";
import { TrendingDown, TrendingUp } from "lucide-react";
import { metricsQuery } from "@/components/dashboard/queries";
import { CurrencySums } from "@/components/deposit-parts/currency-sums";
import { summaryQuery } from "@/components/deposit-parts/use-summary";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
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
    <section aria-label="Figures" className={className}>
      <Card className="gap-0 py-0">
        <ul
          aria-label="Metrics"
          aria-busy={!data}
          className="grid grid-cols-2 max-lg:gap-px max-lg:bg-border lg:grid-cols-4 lg:divide-x"
        >
          {CARDS.map(({ key, title, ...words }) => (
            <li key={key} className="bg-card first:rounded-tl-lg">
              <RowLink
                href={metricHref(key, data, summary)}
                className="grid h-full content-start gap-0.5 px-4 py-3 transition-colors hover:bg-muted/50"
              >
                <div className="flex items-baseline justify-between gap-2 text-caption text-muted-foreground">
                  <h2 className="font-medium">{title}</h2>
                  <span className="max-sm:hidden">30 days</span>
                </div>
                {data ? (
                  <Figure metric={data[key]} hasPrevious={hasPrevious(data)} {...words} />
                ) : (
                  <FigureSkeleton />
                )}
              </RowLink>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

/** Whether the thirty days before had payouts: without any, a change would only say that the company is new. */
export function hasPrevious({
  deposits_matched: matched,
  pending_matches: pending,
}: Pick<DashboardStatus, "deposits_matched" | "pending_matches">): boolean {
  return [matched, pending].some(({ value, change }) => Number(value) !== Number(change));
}

interface FigureProps {
  metric: DashboardStatus[Key];
  hasPrevious: boolean;
  more?: "good" | "bad";
  /** Around the amounts. */
  before?: string;
  after?: string;
}

function Figure({ metric, hasPrevious, more, before = "", after = "" }: FigureProps) {
  return (
    <p className="flex min-h-12 flex-wrap content-start items-baseline gap-x-2 text-caption text-muted-foreground">
      <span className="text-xl font-semibold text-foreground tabular-nums">{metric.value}</span>
      {metric.amounts.length > 0 && (
        <span>
          {before}
          <CurrencySums sums={metric.amounts} />
          {after}
        </span>
      )}
      {"by_you" in metric && metric.by_you > 0 && <span>{metric.by_you} confirmed by you</span>}
      {"change" in metric && hasPrevious && /[1-9]/.test(metric.change) && (
        <span>
          <Change change={metric.change} more={more} />
          <span className="sr-only"> {metric.period}</span>
        </span>
      )}
    </p>
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
    <div className="flex min-h-12 items-start pt-1.5">
      <Skeleton className="h-5 w-32 max-w-full" />
    </div>
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
