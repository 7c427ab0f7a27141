"use client";

import { useQueries } from "@tanstack/react-query";
import Link from "next/link";
import { accountName } from "@/components/deposits/account-name";
import { newestDepositsQuery } from "@/components/deposits/queries";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { DateText } from "@/components/ui/date-text";
import { StatusDot } from "@/components/ui/status-dot";
import type { Deposit } from "@/lib/contracts/deposits";

const SHOWN = 3;

/** The newest deposits that have their match, posted or not; nothing while there is none. */
export function RecentMatches() {
  const lists = useQueries({
    queries: [newestDepositsQuery("matched", SHOWN), newestDepositsQuery("posted", SHOWN)],
  });
  const deposits = lists
    .flatMap(({ data }) => data?.deposits ?? [])
    .sort((a, b) => b.txn_date.localeCompare(a.txn_date) || b.id - a.id)
    .slice(0, SHOWN);
  if (deposits.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Recent Matches</CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="-my-2 divide-y">
          {deposits.map((deposit) => (
            <li key={deposit.id}>
              <RecentMatch deposit={deposit} />
            </li>
          ))}
        </ul>
      </CardContent>
      <CardFooter>
        <Button asChild variant="link" className="px-0">
          <Link href={`/transactions?status=${deposits[0]?.status}`}>
            View All Matched Transactions
          </Link>
        </Button>
      </CardFooter>
    </Card>
  );
}

function RecentMatch({ deposit }: { deposit: Deposit }) {
  return (
    <Link
      href={`/transaction/${deposit.id}`}
      className="flex items-center justify-between -mx-2 gap-4 rounded-md px-2 py-2.5 text-sm hover:bg-muted/50"
    >
      <span className="flex min-w-0 items-center gap-3">
        <StatusDot status={deposit.status} />
        <span className="min-w-0">
          <span className="block truncate font-medium">
            Deposit #{deposit.id} - {accountName(deposit)}
          </span>
          <span className="text-caption text-muted-foreground">
            <DateText date={deposit.txn_date} />
            {deposit.status === "posted" && ` · QuickBooks Deposit ${deposit.quickbook_id}`}
          </span>
        </span>
      </span>
      <Amount value={deposit.total_amt} currency={deposit.currency} />
    </Link>
  );
}
