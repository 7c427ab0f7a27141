import type { Metadata } from "next";
import { Dashboard } from "@/components/dashboard/dashboard";
import { LateManualMatch } from "@/components/manual-match/late-manual-match";
import { SuggestedMatches } from "@/components/suggestions/suggested-matches";

export const metadata: Metadata = { title: "Dashboard" };

export default function DashboardPage() {
  return <Dashboard suggestions={<SuggestedMatches />} manualMatch={<LateManualMatch />} />;
}
