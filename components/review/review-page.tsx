"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { ExistingDepositChoice } from "@/components/deposit-parts/existing-deposit-choice";
import { existingQuery } from "@/components/deposit-parts/existing-queries";
import { useSummary } from "@/components/deposit-parts/use-summary";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { DepositList } from "@/components/review/deposit-list";
import { PostAll } from "@/components/review/post-all";
import { reviewQuery, runEntryQuery } from "@/components/review/queries";
import { ReviewSentence } from "@/components/review/review-sentence";
import { RunEntryCard } from "@/components/review/run-entry-card";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { DateText } from "@/components/ui/date-text";
import { FoldButton } from "@/components/ui/fold-button";
import { RowLink } from "@/components/ui/row-link";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { cn } from "@/lib/cn";
import type { PostingReview } from "@/lib/contracts/posting-review";
import { counted } from "@/lib/counted";
import { Waiting } from "./waiting";

/** Before anything is posted: what is ready, what the books may have already, what it has, and what is left. */
export function ReviewPage() {
  // Imports and matching go on meanwhile, and their changes show up without a reload.
  useSummary();
  const { data: review, error, refetch } = useQuery(reviewQuery);
  useOldAddress();
  return (
    <>
      <PageHeader
        title="Review"
        description={review ? <ReviewSentence review={review} /> : "\u00a0"}
        action={
          <div className="flex items-center gap-4">
            <TextLink href="/dashboard/activity" className="text-sm">
              Activity
            </TextLink>
            {review && review.ready.count > 0 && (
              <Allowed to="bookkeeper">
                <PostAll key={review.revision} review={review} />
              </Allowed>
            )}
          </div>
        }
      />
      {error && !review && (
        <ErrorState title="Couldn't load the review" error={error} onRetry={() => refetch()} />
      )}
      {!review && !error && <Skeleton className="h-96" />}
      {review && <Parts review={review} />}
    </>
  );
}

/** Runs had their place here: notifications of then still name it. */
function useOldAddress(): void {
  const router = useRouter();
  useEffect(() => {
    if (window.location.hash === "#runs") router.replace("/dashboard/activity");
  }, [router]);
}

function Parts({ review: { ready, waiting, already, look, revision } }: { review: PostingReview }) {
  const ledger = useLedger();
  const alreadyThere = `In ${ledger.name} already`;
  const { data: entry } = useQuery({ ...runEntryQuery(revision), enabled: ready.count > 0 });
  return (
    <div className="flex flex-col gap-6">
      <MaybeBooked />
      {waiting.length > 0 && (
        <Part
          title="Can't be posted yet"
          text="Matched, but posting needs something else. These aren't posted with the others."
          count={waiting.reduce((sum, group) => sum + group.count, 0)}
        >
          <Waiting groups={waiting} />
        </Part>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        {entry?.lines && entry.lines.length > 0 && (
          <div className="lg:sticky lg:top-40 lg:order-last">
            <RunEntryCard lines={entry.lines} count={ready.count} />
          </div>
        )}
        <div className={cn("min-w-0", !entry?.lines?.length && "lg:col-span-2")}>
          <Part
            title="Ready to post"
            text="Totals agree. Open one to see its journal entry."
            count={ready.count}
          >
            {ready.count === 0 ? (
              <EmptyState title="Nothing is ready to post" className="py-6" />
            ) : (
              <DepositList
                posted="ready"
                label="Ready to post"
                waiting={waiting}
                rests={entry?.deposits ?? []}
              />
            )}
          </Part>
        </div>
      </div>
      {already > 0 && (
        <Part
          title={alreadyThere}
          text="Deposited by hand or by another app. We linked to these and changed nothing."
          count={already}
          folds
        >
          <DepositList posted="already" label={alreadyThere} />
        </Part>
      )}
      {look > 0 && (
        <p className="text-sm text-muted-foreground">
          {counted(look, "deposit")} to review:{" "}
          <TextLink href="/dashboard#review">work through them on the dashboard</TextLink>.
        </p>
      )}
    </div>
  );
}

/** More than this is a page of its own, and nothing in it is to be done. */
const SHOWN_UNFOLDED = 10;

function Part({
  title,
  text,
  count,
  folds = false,
  children,
}: {
  title: string;
  text: string;
  count: number;
  /** Where it has many. */
  folds?: boolean;
  children: ReactNode;
}) {
  const isLong = folds && count > SHOWN_UNFOLDED;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="gap-3">
      <CardHeader>
        <CardTitle>
          {title} <span className="font-normal text-muted-foreground tabular-nums">{count}</span>
        </CardTitle>
        <CardDescription>{text}</CardDescription>
        {isLong && (
          <CardAction>
            <FoldButton {...{ title, isOpen }} onToggle={() => setOpen(!isOpen)} />
          </CardAction>
        )}
      </CardHeader>
      {(isOpen || !isLong) && <CardContent>{children}</CardContent>}
    </Card>
  );
}

function MaybeBooked() {
  const { data } = useQuery(existingQuery());
  if (!data || data.total === 0) return null;
  return (
    <Part
      title="Possible duplicates"
      text="We'll hold these until you link or dismiss them."
      count={data.total}
    >
      <ul aria-label="Possible duplicates" className="divide-y border-t">
        {data.existing.map((found) => (
          <li key={`${found.deposit_id} ${found.existing.Id}`} className="grid gap-2 py-3">
            <p className="flex items-baseline justify-between gap-4 text-sm">
              <RowLink
                href={`/transaction/${found.deposit_id}`}
                className="rounded-sm font-medium underline-offset-4 hover:underline"
              >
                {found.source} · <DateText date={found.txn_date} />
              </RowLink>
              <Amount value={found.total_amt} currency={found.currency} className="font-medium" />
            </p>
            <ExistingDepositChoice found={found} />
          </li>
        ))}
      </ul>
    </Part>
  );
}
