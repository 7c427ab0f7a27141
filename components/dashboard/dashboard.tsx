"use client";

import { MetricCards } from "@/components/dashboard/metric-cards";
import { RecentMatches } from "@/components/dashboard/recent-matches";
import { SetupCard } from "@/components/dashboard/setup-card";
import { NO_WORDS_YET, stateSentence } from "@/components/dashboard/state-sentence";
import { useSummary } from "@/components/dashboard/use-summary";
import { PageHeader } from "@/components/feedback/page-header";
import { ManualMatch } from "@/components/matching/manual-match";
import { SuggestedMatches } from "@/components/matching/suggested-matches";

export function Dashboard() {
  const summary = useSummary();
  return (
    <>
      <PageHeader title="Dashboard" description={summary ? stateSentence(summary) : NO_WORDS_YET} />
      <div className="grid gap-6">
        <SetupCard />
        <MetricCards />
        <SuggestedMatches />
        <section aria-labelledby="manual-matching" className="grid gap-3">
          <h2 id="manual-matching" className="text-base font-semibold">
            Manual Matching
          </h2>
          <ManualMatch />
        </section>
        <RecentMatches />
      </div>
    </>
  );
}
