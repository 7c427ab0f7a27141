"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/feedback/error-state";
import { reviewedQuery } from "@/components/review/queries";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { PageButtons } from "@/components/ui/page-buttons";
import { RowLink } from "@/components/ui/row-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { PostingWait } from "@/lib/contracts/posting-review";

/** The deposits of a part of the review, page by page: the payout, where it goes, how much it is. */
export function DepositList({
  posted,
  label,
  waiting = [],
}: {
  posted: "ready" | "already";
  label: string;
  /** Those in it wait for something else, and aren't shown. */
  waiting?: readonly PostingWait[];
}) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    ...reviewedQuery(posted, page),
    placeholderData: keepPreviousData,
  });
  if (error && !data) {
    return (
      <ErrorState title="Couldn't load these deposits" error={error} onRetry={() => refetch()} />
    );
  }
  if (!data) return <Skeleton className="h-40" />;
  const left = new Set(waiting.flatMap(({ deposit_ids }) => deposit_ids));
  const pages = Math.max(1, Math.ceil(data.total / data.page_size));
  return (
    <>
      <ul aria-label={label} className="divide-y border-t text-sm">
        {data.deposits
          .filter(({ id }) => !left.has(id))
          .map((deposit) => (
            <li key={deposit.id} className="flex items-baseline justify-between gap-4 py-2.5">
              <p className="min-w-0">
                <RowLink
                  href={`/transaction/${deposit.id}`}
                  className="rounded-sm font-medium underline-offset-4 hover:underline"
                >
                  {deposit.source} · <DateText date={deposit.txn_date} />
                </RowLink>
                <span className="block text-caption break-words text-muted-foreground">
                  {posted === "ready" ? deposit.deposit_to_acc_name : deposit.posting?.message}
                </span>
              </p>
              <Amount value={deposit.total_amt} currency={deposit.currency} />
            </li>
          ))}
      </ul>
      {pages > 1 && (
        <div className="flex items-center justify-between border-t pt-3">
          <p role="status" className="text-caption text-muted-foreground tabular-nums">
            Page {page} of {pages}
          </p>
          <div className="flex gap-2">
            <PageButtons page={page} pages={pages} onPage={setPage} />
          </div>
        </div>
      )}
    </>
  );
}
