"use client";

import { useQuery } from "@tanstack/react-query";
import { TrendingDown, TrendingUp } from "lucide-react";
import { metricsQuery } from "@/components/dashboard/queries";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/api-errors";
import { cn } from "@/lib/cn";

const FAILED = "Failed to load dashboard metrics";

/** More pending matches is a rise, but no good news: there the sign has no colour. */
const CARDS = [
  { key: "deposits_matched", title: "Deposits Matched", isGood: true },
  { key: "pending_matches", title: "Pending Matches", isGood: false },
  { key: "match_rate", title: "Match Rate", isGood: true },
  { key: "recent_activity", title: "Recent Activity", isGood: true },
] as const;

export function MetricCards({ className }: { className?: string }) {
  const { data, error, isError, fetchStatus, refetch } = useQuery(metricsQuery);
  useErrorToast(isError, FAILED);
  if (isError) return <Failure error={error} onRetry={() => refetch()} className={className} />;
  // Without a connection, the question waits.
  if (!data && fetchStatus === "paused") {
    return <p className={cn("text-muted-foreground", className)}>No dashboard data available</p>;
  }
  return (
    <ul
      aria-label="Metrics"
      aria-busy={!data}
      className={cn("grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4", className)}
    >
      {CARDS.map(({ key, title, isGood }) => (
        <li key={key}>
          <Card className="h-full gap-1.5 py-4">
            <CardHeader className="px-4 sm:px-4">
              <CardTitle className="text-caption font-medium text-muted-foreground">
                {title}
              </CardTitle>
            </CardHeader>
            <CardContent className="px-4 sm:px-4">
              {data ? <Figure metric={data[key]} isGood={isGood} /> : <FigureSkeleton />}
            </CardContent>
          </Card>
        </li>
      ))}
    </ul>
  );
}

interface Metric {
  value: string | number;
  change?: string;
  period?: string;
}

function Figure({ metric, isGood }: { metric: Metric; isGood: boolean }) {
  const { value, change, period } = metric;
  return (
    <>
      <p className="text-3xl font-semibold tabular-nums">{value}</p>
      <p className="mt-1 min-h-5 text-caption text-pretty max-sm:min-h-10 text-muted-foreground">
        {change === undefined ? (
          "in the last 24 hours"
        ) : (
          <>
            <Change change={change} isGood={isGood} /> {period}
          </>
        )}
      </p>
    </>
  );
}

/** "+3", "−2 pts": a leading "+" is a rise. */
function Change({ change, isGood }: { change: string; isGood: boolean }) {
  const moved = /[1-9]/.test(change);
  const rose = change.startsWith("+");
  const Arrow = rose ? TrendingUp : TrendingDown;
  return (
    <span
      className={cn(
        "font-medium whitespace-nowrap text-foreground",
        moved && rose && isGood && "text-success",
      )}
    >
      {moved && <Arrow aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px]" />}
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
      <div className="mt-1 flex min-h-5 items-center max-sm:min-h-10">
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
