"use client";

import { useQuery } from "@tanstack/react-query";
import { lineListsQuery, lineSettingsQuery } from "@/components/books/line-queries";
import { ErrorState } from "@/components/feedback/error-state";
import { SourceLines } from "@/components/settings/source-lines";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** What fees and other lines without a payment carry in QuickBooks, by payment processor. */
export function LineDefaults() {
  const { data, error, refetch } = useQuery(lineSettingsQuery);
  const { data: lists, error: listsError } = useQuery(lineListsQuery);
  return (
    <Card id="lines" className="max-w-2xl">
      <CardHeader>
        <CardTitle>Fees and other lines</CardTitle>
        <CardDescription>
          What lines without a payment carry in QuickBooks, unless you choose something else on the
          line.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-8">
        {listsError && (
          <p role="alert">{`Couldn't load QuickBooks' lists. ${listsError.message}`}</p>
        )}
        {data?.sources.length === 0 && (
          <p className="text-sm text-muted-foreground">Connect a payment processor first.</p>
        )}
        {data?.sources.map((source) => (
          <SourceLines key={source.integration_type} source={source} lists={lists} />
        ))}
        {!data && error && (
          <ErrorState
            headingLevel="h3"
            title="Couldn't load the settings of the lines"
            error={error}
            onRetry={() => refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-40" />}
      </CardContent>
    </Card>
  );
}
