"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NO_WORDS_YET, stateSentence } from "@/components/books/state-sentence";
import { useSummary } from "@/components/books/use-summary";
import { MetricCards } from "@/components/dashboard/metric-cards";
import { useSetup } from "@/components/dashboard/use-setup";
import { isWaiting } from "@/components/feedback/is-waiting";
import { PageHeader } from "@/components/feedback/page-header";
import { suggestionsQuery } from "@/components/suggestions/queries";
import { latePart } from "@/components/ui/late-part";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";

// What needs a decision doesn't wait for what was decided, nor a company that works for its beginnings.
const LooksBack = latePart(() => import("@/components/dashboard/looks-back"), {
  waiting: <Skeleton className="h-72 lg:col-span-3" />,
});
const SetupCard = latePart(() => import("@/components/dashboard/setup-card"), {
  waiting: <Skeleton className="h-96" />,
});

/**
 * On a phone, open work comes before the figures, which can't be focused. A part of unknown size delays the
 * parts below it, so that nothing moves.
 */
export function Dashboard({
  suggestions,
  manualMatch,
}: {
  suggestions: ReactNode;
  manualMatch: ReactNode;
}) {
  const summary = useSummary();
  const setup = useSetup();
  const isLoading = isWaiting(useQuery(suggestionsQuery));
  const hasDeposits = summary?.deposits !== 0;
  return (
    <>
      <PageHeader title="Dashboard" description={summary ? stateSentence(summary) : NO_WORDS_YET} />
      <div className="flex flex-col gap-6">
        {setup.waiting && <Skeleton className="h-96" />}
        {setup.steps && <SetupCard steps={setup.steps} onDismiss={setup.dismiss} />}
        {!setup.waiting && (
          <>
            <MetricCards className={isLoading ? "max-md:hidden" : "max-md:order-1"} />
            {suggestions}
          </>
        )}
        {!setup.waiting && !isLoading && (
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
                  Left in Undeposited Funds
                </TextLink>
              </div>
              {manualMatch}
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
