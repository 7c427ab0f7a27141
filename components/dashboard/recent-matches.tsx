"use client";

import { useQueries } from "@tanstack/react-query";
import { accountName } from "@/components/deposit-parts/kind-name";
import { StatusDot } from "@/components/deposit-parts/status-badge";
import { newestDepositsQuery } from "@/components/deposits/queries";
import { ErrorState } from "@/components/feedback/error-state";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { DateText } from "@/components/ui/date-text";
import { RowLink } from "@/components/ui/row-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Deposit } from "@/lib/contracts/deposits";

const SHOWN = 3;

/** The newest deposits that have their match, posted or not. */
export function RecentMatches() {
  const lists = useQueries({
    queries: [newestDepositsQuery("matched", SHOWN), newestDepositsQuery("posted", SHOWN)],
  });
  const loading = lists.some(({ isPending }) => isPending);
  const failed = lists.find(({ isError }) => isError);
  const found = lists
    .flatMap(({ data }) => data?.deposits ?? [])
    .sort((a, b) => b.txn_date.localeCompare(a.txn_date) || b.id - a.id)
    .slice(0, SHOWN);
  // Not one list without the other: rows would move.
  const deposits = loading ? [] : found;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Recent Matches</CardTitle>
      </CardHeader>
      <CardContent className="flex-1">
        {loading && <LoadingRows />}
        {failed && deposits.length === 0 && (
          <ErrorState
            title="Couldn't load your latest matches"
            error={failed.error}
            onRetry={() => Promise.all(lists.map(({ refetch }) => refetch()))}
            className="py-4"
          />
        )}
        {!loading && !failed && deposits.length === 0 && (
          <p className="text-muted-foreground">
            No matches yet. Your latest three will appear here.
          </p>
        )}
        <ul className="-my-2 divide-y empty:hidden">
          {deposits.map((deposit) => (
            <li key={deposit.id}>
              <RecentMatch deposit={deposit} />
            </li>
          ))}
        </ul>
      </CardContent>
      <CardFooter>
        <Button asChild variant="link" className="px-0">
          <RowLink href={`/transactions?status=${deposits[0]?.status ?? "matched"}`}>
            View All Matched Transactions
          </RowLink>
        </Button>
      </CardFooter>
    </Card>
  );
}

function RecentMatch({ deposit }: { deposit: Deposit }) {
  const ledger = useLedger();
  return (
    <RowLink
      href={`/transaction/${deposit.id}`}
      className="-mx-2 flex min-h-15 items-center justify-between gap-4 rounded-md px-2 py-2.5 text-sm hover:bg-muted/50"
    >
      <span className="flex min-w-0 items-center gap-3">
        <StatusDot status={deposit.status} />
        <span className="min-w-0">
          <span className="block truncate font-medium">
            Deposit #{deposit.id} - {accountName(deposit)}
          </span>
          <span className="block truncate text-caption text-muted-foreground">
            <DateText date={deposit.txn_date} />
            {deposit.status === "posted" &&
              ` · ${ledger.name} ${ledger.depositOf(deposit.quickbook_id)}`}
          </span>
        </span>
      </span>
      <Amount value={deposit.total_amt} currency={deposit.currency} />
    </RowLink>
  );
}

function LoadingRows() {
  return (
    <div aria-busy="true" className="-my-2 divide-y">
      {["a", "b", "c"].map((row) => (
        <div key={row} className="flex min-h-15 items-center gap-3">
          <Skeleton className="size-2 rounded-full" />
          <span className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-48 max-w-full" />
            <Skeleton className="h-3.5 w-28" />
          </span>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
