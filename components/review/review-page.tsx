"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ExistingDepositChoice } from "@/components/deposit-parts/existing-deposit-choice";
import { existingQuery } from "@/components/deposit-parts/existing-queries";
import { useSummary } from "@/components/deposit-parts/use-summary";
import { useUndo } from "@/components/deposit-parts/use-undo";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { DepositList } from "@/components/review/deposit-list";
import { PostAll } from "@/components/review/post-all";
import { automaticRunsQuery, postingRunsQuery, reviewQuery } from "@/components/review/queries";
import { ReviewSentence } from "@/components/review/review-sentence";
import { Allowed } from "@/components/session/allowed";
import { Amount } from "@/components/ui/amount";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { DateText } from "@/components/ui/date-text";
import { Progress } from "@/components/ui/progress";
import { RowLink } from "@/components/ui/row-link";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { PostingReview } from "@/lib/contracts/posting-review";
import type { PostingRun } from "@/lib/contracts/posting-runs";
import { counted } from "@/lib/counted";
import { RunLine, RunRow, RunsCard } from "./runs-card";
import { Waiting } from "./waiting";

/** Before anything is posted: what is ready, what QuickBooks may have already, what it has, and what is left. */
export function ReviewPage() {
  // Imports and matching go on meanwhile, and their changes show up without a reload.
  useSummary();
  const { data: review, error, refetch } = useQuery(reviewQuery);
  return (
    <>
      <PageHeader
        title="Review"
        description={review ? <ReviewSentence review={review} /> : "\u00a0"}
        action={
          review &&
          review.ready.count > 0 && (
            <Allowed to="bookkeeper">
              <PostAll key={review.revision} review={review} />
            </Allowed>
          )
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

function Parts({ review: { ready, waiting, already, look } }: { review: PostingReview }) {
  return (
    <div className="flex flex-col gap-6">
      <PostingRuns />
      <MaybeBooked />
      {waiting.length > 0 && (
        <Part
          title="Can't be posted yet"
          text="Matched, and something that posting needs is missing. Post all leaves these out."
          count={waiting.reduce((sum, group) => sum + group.count, 0)}
        >
          <Waiting groups={waiting} />
        </Part>
      )}
      <Part
        title="Ready to post"
        text="Totals agree. Open one to see its journal entry."
        count={ready.count}
      >
        {ready.count === 0 ? (
          <EmptyState title="Nothing is ready to post" className="py-6" />
        ) : (
          <DepositList posted="ready" label="Ready to post" waiting={waiting} />
        )}
      </Part>
      {already > 0 && (
        <Part
          title="In QuickBooks already"
          text="Deposited by hand or by another app. We linked to these and changed nothing."
          count={already}
        >
          <DepositList posted="already" label="In QuickBooks already" />
        </Part>
      )}
      {look > 0 && (
        <p className="text-sm text-muted-foreground">
          {counted(look, "deposit")} to review:{" "}
          <TextLink href="/dashboard#review">work through them on the dashboard</TextLink>.
        </p>
      )}
      <AutomaticRuns />
    </div>
  );
}

function Part({
  title,
  text,
  count,
  children,
}: {
  title: string;
  text: string;
  count: number;
  children: ReactNode;
}) {
  return (
    <Card className="gap-3">
      <CardHeader>
        <CardTitle>
          {title} <span className="font-normal text-muted-foreground tabular-nums">{count}</span>
        </CardTitle>
        <CardDescription>{text}</CardDescription>
      </CardHeader>
      <CardContent>{children}</CardContent>
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

/** The latest Auto Match batches; the part that isn't posted is undone together. */
function AutomaticRuns() {
  const { data } = useQuery(automaticRunsQuery);
  return (
    <RunsCard
      id="runs"
      title="Automatic matches"
      text="Matched automatically in the last 30 days. You can undo a whole batch until it's posted."
      runs={data?.runs}
    >
      {(run) => <RunRow run={run} />}
    </RunsCard>
  );
}

/** The latest Post all batches, each undone as a whole. */
function PostingRuns() {
  const { data } = useQuery(postingRunsQuery);
  return (
    <RunsCard
      title="Posted together"
      text="Batches you posted in the last 30 days. Anything QuickBooks rejected is marked on its deposit."
      runs={data?.runs}
    >
      {(run) => <PostingRunRow run={run} />}
    </RunsCard>
  );
}

/** Undone one deposit after the other. A Deposit that QuickBooks refuses to delete is named and stays. */
function PostingRunRow({ run: { at, deposits, deposit_ids: ids } }: { run: PostingRun }) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const undo = useUndo((done, total) => setProgress({ done, total }));
  const undone = deposits - ids.length;
  return (
    <RunLine
      did={`Post all of ${counted(deposits, "deposit")}`}
      at={at}
      became={undone > 0 ? [`${undone} undone`] : []}
      progress={progress && <Undoing {...progress} />}
      undo={{
        title: `Undo the posting of ${counted(ids.length, "deposit")}?`,
        text: "Deletes the deposits we created in QuickBooks, then undoes their matches. Anything QuickBooks won't delete, or that changed since, is kept and listed. If you close this page, you can undo the rest from here later.",
        isPending: undo.isPending,
        onConfirm: () =>
          undo.mutate({ kind: "match", ids }, { onSettled: () => setProgress(null) }),
      }}
    />
  );
}

function Undoing({ done, total }: { done: number; total: number }) {
  return (
    <div className="grid min-w-48 flex-1 gap-2">
      <p role="status" className="text-sm tabular-nums">
        Undoing {done + 1} of {total}…
      </p>
      <Progress aria-label="Undo this run" value={Math.round((done / total) * 100)} />
    </div>
  );
}
