"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MetricCards } from "@/components/dashboard/metric-cards";
import { queueQuery } from "@/components/dashboard/queries";
import { SetupCard } from "@/components/dashboard/setup-card";
import { useSetup } from "@/components/dashboard/use-setup";
import { existingQuery } from "@/components/deposit-parts/existing-queries";
import { MonthlyReadsNotice } from "@/components/deposit-parts/monthly-reads-notice";
import { OnTheirWay, onTheirWayQuery } from "@/components/deposit-parts/on-their-way";
import { StateLine } from "@/components/deposit-parts/state-line";
import { useSummary } from "@/components/deposit-parts/use-summary";
import { XeroCallsNotice } from "@/components/deposit-parts/xero-calls-notice";
import { EmptyState } from "@/components/feedback/empty-state";
import { PageHeader } from "@/components/feedback/page-header";
import { isWaiting } from "@/components/feedback/use-error-toast";
import { integrationsQuery } from "@/components/integrations/queries";
import { reviewQuery } from "@/components/review/queries";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { ForBookkeepers } from "@/components/session/for-bookkeepers";
import { suggestionsQuery } from "@/components/suggestions/queries";
import { Card } from "@/components/ui/card";
import { latePart } from "@/components/ui/late-part";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { useArrival } from "@/components/ui/use-arrival";
import { WhenNear } from "@/components/ui/when-near";
import { cn } from "@/lib/cn";

// What needs a decision doesn't wait for what was decided.
const LooksBack = latePart(() => import("@/components/dashboard/looks-back"), {
  waiting: <Skeleton className="h-72" />,
});

/**
 * What waits for the user, the most urgent first. On a phone it comes before the figures. A part of unknown
 * size delays the parts below it, so that nothing moves. A company without a sync has its setup alone: nothing
 * else could say anything yet.
 */
export function Dashboard({
  adopted,
  review,
  inbox,
  inboxWaiting,
  manualMatch,
}: {
  /** What the country of the books set. */
  adopted: ReactNode;
  /** What is ready to post. */
  review: ReactNode;
  inbox: ReactNode;
  /** Until it is known what comes above it. */
  inboxWaiting: ReactNode;
  manualMatch: ReactNode;
}) {
  const ledger = useLedger();
  const summary = useSummary();
  const setup = useSetup();
  const { monthly_reads: reads, xero_calls: calls } = useQuery(integrationsQuery).data ?? {};
  const waits = [
    useQuery(suggestionsQuery),
    useQuery(queueQuery),
    useQuery(reviewQuery),
    useQuery(existingQuery()),
  ];
  // Asked for with the rest, drawn by its own part.
  useQuery({ ...onTheirWayQuery, notifyOnChangeProps: [] });
  const isLoading = !useArrival(!waits.some(isWaiting));
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
      {/* Until it is known how long the page is, its foot is out of sight. */}
      <div className={cn("flex flex-col gap-6", (isLoading || !isKnown) && "min-h-dvh")}>
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
                inboxWaiting
              ) : (
                <>
                  {review}
                  {inbox}
                  <OnTheirWay />
                </>
              )}
            </div>
          </>
        )}
        {isReady && !isLoading && (
          <>
            <section
              aria-labelledby="manual-matching"
              className="below-the-fold flex flex-col gap-3 max-md:order-2"
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
            <div className="below-the-fold grid gap-6 max-md:order-3">
              <WhenNear orQuiet fallback={<Skeleton className="h-72" />}>
                <LooksBack hasDeposits={hasDeposits} />
              </WhenNear>
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
