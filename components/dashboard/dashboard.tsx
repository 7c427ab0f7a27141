"use client";

import { ConfidenceCard } from "@/components/dashboard/confidence-card";
import { MetricCards } from "@/components/dashboard/metric-cards";
import { RecentMatches } from "@/components/dashboard/recent-matches";
import { SetupCard } from "@/components/dashboard/setup-card";
import { NO_WORDS_YET, stateSentence } from "@/components/dashboard/state-sentence";
import { TrendCard } from "@/components/dashboard/trend-card";
import { useSummary } from "@/components/dashboard/use-summary";
import { PageHeader } from "@/components/feedback/page-header";
import { ManualMatch } from "@/components/matching/manual-match";
import { SuggestedMatches } from "@/components/matching/suggested-matches";

/** On a phone, what waits for a person comes before the figures, which can't be focused. */
export function Dashboard() {
  const summary = useSummary();
  const hasDeposits = summary?.deposits !== 0;
  return (
    <>
      <PageHeader title="Dashboard" description={summary ? stateSentence(summary) : NO_WORDS_YET} />
      <div className="flex flex-col gap-6">
        <SetupCard />
        <MetricCards className="max-md:order-1" />
        <SuggestedMatches />
        <section aria-labelledby="manual-matching" className="flex flex-col gap-3 max-md:order-2">
          <h2 id="manual-matching" className="text-base font-semibold">
            Manual Matching
          </h2>
          <ManualMatch />
        </section>
        <div className="grid gap-6 max-md:order-3 lg:grid-cols-3">
          <RecentMatches className={hasDeposits ? "lg:col-span-2" : "lg:col-span-3"} />
          {hasDeposits && <ConfidenceCard />}
          {hasDeposits && <TrendCard className="lg:col-span-3" />}
        </div>
      </div>
    </>
  );
}
