"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MetricCards } from "@/components/dashboard/metric-cards";
import { QueueCard } from "@/components/dashboard/queue-card";
import { SetupCard } from "@/components/dashboard/setup-card";
import { useQueue } from "@/components/dashboard/use-queue";
import { useSetup } from "@/components/dashboard/use-setup";
import { MonthlyReadsNotice } from "@/components/deposit-parts/monthly-reads-notice";
import { StateLine } from "@/components/deposit-parts/state-line";
import { useSummary } from "@/components/deposit-parts/use-summary";
import { usePostAllOnOpenDay } from "@/components/deposit-parts/use-undo";
import { XeroCallsNotice } from "@/components/deposit-parts/xero-calls-notice";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { isWaiting } from "@/components/feedback/use-error-toast";
import { integrationsQuery } from "@/components/integrations/queries";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { ForBookkeepers } from "@/components/session/for-bookkeepers";
import { suggestionsQuery } from "@/components/suggestions/queries";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { latePart } from "@/components/ui/late-part";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { useArrival } from "@/components/ui/use-arrival";
import type { Deposit } from "@/lib/contracts/deposits";

// What needs a decision doesn't wait for what was decided.
const LooksBack = latePart(() => import("@/components/dashboard/looks-back"), {
  waiting: <Skeleton className="h-72 lg:col-span-3" />,
});

/**
 * What waits for the user, the most urgent first. On a phone it comes before the figures. A part of unknown
 * size delays the parts below it, so that nothing moves. A company without a sync has its setup alone: nothing
 * else could say anything yet.
 */
export function Dashboard({
  adopted,
  review,
  suggestions,
  suggestionsWaiting,
  manualMatch,
}: {
  /** What the country of the books set. */
  adopted: ReactNode;
  /** What is ready to post. */
  review: ReactNode;
  suggestions: ReactNode;
  /** Until it is known what comes above them. */
  suggestionsWaiting: ReactNode;
  manualMatch: ReactNode;
}) {
  const ledger = useLedger();
  const summary = useSummary();
  const setup = useSetup();
  const queue = useQueue();
  const { monthly_reads: reads, xero_calls: calls } = useQuery(integrationsQuery).data ?? {};
  const isLoading = !useArrival(![useQuery(suggestionsQuery), queue.query].some(isWaiting));
  const hasDeposits = summary?.deposits !== 0;
  const isKnown = useArrival(!setup.waiting);
  const isReady = isKnown && !setup.isFirst;
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={<StateLine summary={summary} />}
        action={
          isReady && (
            <TextLink href="/dashboard/activity" className="text-sm">
              Activity
            </TextLink>
          )
        }
      />
      <div className="flex flex-col gap-6">
        <MonthlyReadsNotice reads={reads} />
        <XeroCallsNotice calls={calls} />
        <Allowed to="admin">{adopted}</Allowed>
        {!isKnown && <Skeleton className="h-96" />}
        {isKnown && setup.steps && (
          <Allowed to="admin" instead={setup.isFirst && <NothingYet />}>
            <SetupCard steps={setup.steps} onDismiss={setup.dismiss} />
          </Allowed>
        )}
        {isReady && (
          <>
            <MetricCards className={isLoading ? "max-md:hidden" : "max-md:order-1"} />
            <div id="review" className="flex scroll-mt-36 flex-col gap-6 empty:hidden">
              {isLoading ? (
                suggestionsWaiting
              ) : (
                <>
                  {review}
                  <NotPosted queue={queue} />
                  {suggestions}
                  <Open queue={queue} />
                </>
              )}
            </div>
          </>
        )}
        {isReady && !isLoading && (
          <>
            <section
              aria-labelledby="manual-matching"
              className="flex flex-col gap-3 max-md:order-2"
            >
              <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                <h2 id="manual-matching" className="text-base font-semibold">
                  Manual Matching
                </h2>
                <TextLink href="/manual-match/undeposited-funds" className="text-sm">
                  {`Left in ${ledger.waiting}`}
                </TextLink>
              </div>
              <ForBookkeepers>{manualMatch}</ForBookkeepers>
            </section>
            <div className="grid gap-6 max-md:order-3 lg:grid-cols-3">
              <LooksBack hasDeposits={hasDeposits} />
            </div>
          </>
        )}
      </div>
    </>
  );
}

/** For members who connect nothing. */
function NothingYet() {
  const ledger = useLedger();
  return (
    <Card>
      <EmptyState
        title="Nothing has been imported yet"
        description={`An owner or admin of the company connects its payment processor and ${ledger.name}.`}
      />
    </Card>
  );
}

type QueueState = ReturnType<typeof useQueue>;

function NotPosted({ queue: { query, groupOf, showMore } }: { queue: QueueState }) {
  const ledger = useLedger();
  const group = groupOf("not_posted");
  if (query.isError && !query.data) {
    return (
      <Card>
        <ErrorState
          title="Couldn't load what's left to review"
          error={query.error}
          onRetry={() => query.refetch()}
        />
      </Card>
    );
  }
  if (!group || group.count === 0) return null;
  return (
    <QueueCard
      title="Not Posted"
      text={`These deposits are matched, but they aren't in ${ledger.name} yet.`}
      group={group}
      href="/transactions?status=matched"
      onMore={showMore}
      action={<PostAllOnOpenDay deposits={group.deposits} />}
    />
  );
}

function Open({ queue: { groupOf, showMore } }: { queue: QueueState }) {
  const group = groupOf("open");
  if (!group || group.count === 0) return null;
  return (
    <QueueCard
      title="Open Deposits"
      text="We couldn't match these on our own, or not all of their charges."
      group={group}
      href="/transactions?status=pending"
      onMore={showMore}
    />
  );
}

/** At the end of a closed month many deposits wait for the same day. */
function PostAllOnOpenDay({ deposits }: { deposits: readonly Deposit[] }) {
  const ledger = useLedger();
  const post = usePostAllOnOpenDay();
  const waiting = deposits.filter(({ reason }) => reason?.action === "post_on_open_day");
  const [, second] = waiting;
  if (!second) return null;
  return (
    <Allowed to="bookkeeper">
      <ConfirmDialog
        title="Post all on the first open day?"
        text={`${second.reason?.text ?? ""} All deposits waiting for this are posted with the first open day as their date in ${ledger.name}.`}
        action="Post all"
        onConfirm={() => post.mutate()}
        trigger={
          <Button variant="outline" size="sm" className="mt-2 w-fit" loading={post.isPending}>
            Post all on the first open day
          </Button>
        }
      />
    </Allowed>
  );
}
