"use client";

import { useQuery } from "@tanstack/react-query";
import { metricsQuery } from "@/components/dashboard/queries";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";

const CARDS = [
  { key: "deposits_matched", title: "Deposits Matched" },
  { key: "pending_matches", title: "Pending Matches" },
  { key: "match_rate", title: "Match Rate" },
  { key: "recent_activity", title: "Recent Activity" },
] as const;

export function MetricCards() {
  const { data, isPending, isError } = useQuery(metricsQuery);
  useErrorToast(isError, "Failed to load dashboard metrics");
  if (isError) {
    return <p className="text-sm text-destructive">Error: Failed to load dashboard metrics</p>;
  }
  if (!isPending && !data) {
    return <p className="text-sm text-muted-foreground">No dashboard data available</p>;
  }
  return (
    <ul className="grid grid-cols-2 gap-4 lg:grid-cols-4" aria-busy={isPending}>
      {CARDS.map(({ key, title }) => (
        <li key={key}>
          <Card className="h-full gap-2 py-4">
            <CardHeader className="px-4">
              <CardTitle className="text-caption font-medium text-muted-foreground">
                {title}
              </CardTitle>
            </CardHeader>
            <CardContent className="px-4">
              {data ? <Figure metric={data[key]} /> : <Skeleton className="h-12 w-24" />}
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

function Figure({ metric: { value, change, period } }: { metric: Metric }) {
  return (
    <>
      <p className="text-3xl font-semibold tabular-nums">{value}</p>
      {change !== undefined && (
        <p className="mt-1 text-caption text-muted-foreground">
          <span className={cn("font-medium", /^\+.*[1-9]/.test(change) && "text-success")}>
            {change.replace(/^-/, "−")}
          </span>{" "}
          {period}
        </p>
      )}
    </>
  );
}
