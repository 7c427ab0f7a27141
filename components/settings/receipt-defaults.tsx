"use client";

import { useQuery } from "@tanstack/react-query";
import { receiptListsQuery, receiptSettingsQuery } from "@/components/books/receipt-queries";
import { ErrorState } from "@/components/feedback/error-state";
import { SourceReceipts } from "@/components/settings/source-receipts";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** What sales receipts and refund receipts are created with, by payment processor. */
export function ReceiptDefaults() {
  const { data, error, refetch } = useQuery(receiptSettingsQuery);
  const { data: lists, error: listsError } = useQuery(receiptListsQuery);
  return (
    <Card id="receipts" className="max-w-2xl">
      <CardHeader>
        <CardTitle>Receipts</CardTitle>
        <CardDescription>
          Filled in when you record a receipt for a charge or refund that QuickBooks doesn't have.
          Nothing is created by itself.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-8">
        {listsError && (
          <p role="alert">{`Couldn't load QuickBooks' lists. ${listsError.message}`}</p>
        )}
        {lists?.items.length === 0 && (
          <p className="text-sm text-muted-foreground">
            Connect QuickBooks first. Products and services come from there.
          </p>
        )}
        {data?.sources.length === 0 && (
          <p className="text-sm text-muted-foreground">Connect a payment processor first.</p>
        )}
        {data?.sources.map((source) => (
          <SourceReceipts key={source.integration_type} source={source} lists={lists} />
        ))}
        {!data && error && (
          <ErrorState
            headingLevel="h3"
            title="Couldn't load the receipt settings"
            error={error}
            onRetry={() => refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-40" />}
      </CardContent>
    </Card>
  );
}
