import { RecentMatches } from "@/components/dashboard/recent-matches";
import { TrendCard } from "@/components/dashboard/trend-card";

/** About the past: the latest matches, the last weeks. */
export default function LooksBack({ hasDeposits }: { hasDeposits: boolean }) {
  return (
    <>
      <RecentMatches />
      {hasDeposits && <TrendCard />}
    </>
  );
}
