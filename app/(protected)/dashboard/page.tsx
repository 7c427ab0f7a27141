import type { Metadata } from "next";
import { Dashboard } from "@/components/dashboard/dashboard";
import { LateManualMatch } from "@/components/manual-match/late-manual-match";
import { ReviewCard } from "@/components/review/review-card";
import { AdoptedNotice } from "@/components/settings/adopted-notice";
import { SuggestedMatches } from "@/components/suggestions/suggested-matches";
import { SuggestionsSkeleton } from "@/components/suggestions/suggestions-skeleton";

export const metadata: Metadata = { title: "Dashboard" };

export default function DashboardPage() {
  return (
    <Dashboard
      adopted={<AdoptedNotice />}
      review={<ReviewCard />}
      suggestions={<SuggestedMatches />}
      suggestionsWaiting={<SuggestionsSkeleton />}
      manualMatch={<LateManualMatch />}
    />
  );
}
