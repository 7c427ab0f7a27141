"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { MetricCards } from "@/components/dashboard/metric-cards";
import type { SetupCardProps } from "@/components/dashboard/setup-card";
import { NO_WORDS_YET, stateSentence } from "@/components/dashboard/state-sentence";
import { useSetup } from "@/components/dashboard/use-setup";
import { useSummary } from "@/components/dashboard/use-summary";
import { isWaiting } from "@/components/feedback/is-waiting";
import { PageHeader } from "@/components/feedback/page-header";
import { PartBoundary } from "@/components/feedback/part-boundary";
import { useLoaded } from "@/components/feedback/use-loaded";
import { WhenNear } from "@/components/feedback/when-near";
import { suggestionsQuery } from "@/components/matching/queries";
import { SuggestedMatches } from "@/components/matching/suggested-matches";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { whenOnline } from "@/lib/when-online";

// Far down: what needs a decision doesn't wait for the code of the lists.
const ManualMatch = lazy(() =>
  whenOnline().then(() => import("@/components/matching/manual-match")),
);

// What needs a decision doesn't wait for what was decided, nor a company that works for its beginnings.
const loadLooksBack = () => import("@/components/dashboard/looks-back");
const loadSetupCard = () => import("@/components/dashboard/setup-card");

/**
 * On a phone, what waits for a person comes before the figures, which can't be focused. Whatever has a
 * size that is not known yet holds back what stands below it, so that nothing moves.
 */
export function Dashboard() {
  const summary = useSummary();
  const setup = useSetup();
  const isLoading = isWaiting(useQuery(suggestionsQuery));
  const hasDeposits = summary?.deposits !== 0;
  return (
    <>
      <PageHeader title="Dashboard" description={summary ? stateSentence(summary) : NO_WORDS_YET} />
      <div className="flex flex-col gap-6">
        {setup.waiting && <Skeleton className="h-96" />}
        {setup.steps && <Setup steps={setup.steps} onDismiss={setup.dismiss} />}
        {!setup.waiting && (
          <>
            <MetricCards className={isLoading ? "max-md:hidden" : "max-md:order-1"} />
            <SuggestedMatches />
          </>
        )}
        {!setup.waiting && !isLoading && (
          <>
            <section
              aria-labelledby="manual-matching"
              className="flex flex-col gap-3 max-md:order-2"
            >
              <h2 id="manual-matching" className="text-base font-semibold">
                Manual Matching
              </h2>
              <WhenNear fallback={<ManualMatchRoom />}>
                <PartBoundary fallback={<ManualMatchUnavailable />}>
                  <Suspense fallback={<ManualMatchRoom />}>
                    <ManualMatch />
                  </Suspense>
                </PartBoundary>
              </WhenNear>
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

function Setup(props: SetupCardProps) {
  const SetupCard = useLoaded(loadSetupCard);
  return SetupCard ? <SetupCard {...props} /> : <Skeleton className="h-96" />;
}

function LooksBack(props: { hasDeposits: boolean }) {
  const Cards = useLoaded(loadLooksBack);
  return Cards ? <Cards {...props} /> : <Skeleton className="h-72 lg:col-span-3" />;
}

function ManualMatchRoom() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-92" />
      <Skeleton className="h-92" />
      <Skeleton className="h-20 md:col-span-2" />
    </div>
  );
}

function ManualMatchUnavailable() {
  return (
    <Card className="items-center px-4 text-center">
      <p role="alert" className="text-muted-foreground">
        The lists could not be loaded. Check the connection, then try again.
      </p>
      <Button variant="outline" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </Card>
  );
}
