"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfidenceMeter, confidenceOf } from "@/components/deposit-parts/confidence-meter";
import { ErrorState } from "@/components/feedback/error-state";
import { reviewedQuery } from "@/components/review/queries";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { PageButtons } from "@/components/ui/page-buttons";
import { RowLink } from "@/components/ui/row-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Deposit } from "@/lib/contracts/deposits";
import type { PostingWait, RunEntry } from "@/lib/contracts/posting-review";
import { counted } from "@/lib/counted";
import { formatAmount } from "@/lib/format";

/** The deposits of a part of the review, page by page: the payout, where it goes, how much it is. */
export function DepositList({
  posted,
  label,
  waiting = [],
  rests = [],
}: {
  posted: "ready" | "already";
  label: string;
  /** Those in it wait for something else, and aren't shown. */
  waiting?: readonly PostingWait[];
  /** What they rest on, as far as it is known. */
  rests?: RunEntry["deposits"];
}) {
  const home = useFormatPreferences().currency;
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
  const restOf = new Map(rests.map((rest) => [rest.deposit_id, rest]));
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
                  {posted === "ready"
                    ? factsText(deposit, restOf.get(deposit.id), home)
                    : deposit.posting?.message}
                </span>
              </p>
              <div className="grid shrink-0 justify-items-end gap-0.5">
                <Amount value={deposit.total_amt} currency={deposit.currency} />
                <Least rest={restOf.get(deposit.id)} />
              </div>
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

type Rest = RunEntry["deposits"][number];

/** "7 payments · fees 100.49 · Checking" */
function factsText(deposit: Deposit, rest: Rest | undefined, home: string): string {
  const { deposit_to_acc_name: bank, fees, currency } = deposit;
  const code = currency === home ? "" : `${currency} `;
  return [
    rest && rest.payments > 0 ? counted(rest.payments, "payment") : "",
    Number(fees) === 0 ? "" : `fees ${code}${formatAmount(fees)}`,
    bank,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** How sure its least probable match is, where it isn't certain: a page of certain ones is calm. */
function Least({ rest }: { rest: Rest | undefined }) {
  if (!rest?.least || rest.least.origin === "manual") return null;
  if (confidenceOf(rest.least) === "Certain") return null;
  return <ConfidenceMeter match={rest.least} />;
}
