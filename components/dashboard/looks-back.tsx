import { ConfidenceCard } from "@/components/dashboard/confidence-card";
import { RecentMatches } from "@/components/dashboard/recent-matches";
import { TrendCard } from "@/components/dashboard/trend-card";

/** Three columns about the past: the latest matches, how sure they were, the last weeks. */
export default function LooksBack({ hasDeposits }: { hasDeposits: boolean }) {
  if (!hasDeposits) return <RecentMatches className="lg:col-span-3" />;
  return (
    <>
      <RecentMatches className="lg:col-span-2" />
      <ConfidenceCard />
      <TrendCard className="lg:col-span-3" />
    </>
  );
}
