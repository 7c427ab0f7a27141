import type { Metadata } from "next";
import { Dashboard } from "@/components/dashboard/dashboard";
import { Inbox } from "@/components/inbox/inbox";
import { InboxSkeleton } from "@/components/inbox/inbox-skeleton";
import { LateManualMatch } from "@/components/manual-match/late-manual-match";
import { ReviewCard } from "@/components/review/review-card";
import { AdoptedNotice } from "@/components/settings/adopted-notice";

export const metadata: Metadata = { title: "Dashboard" };

export default function DashboardPage() {
  return (
    <Dashboard
      adopted={<AdoptedNotice />}
      review={<ReviewCard />}
      inbox={<Inbox />}
      inboxWaiting={<InboxSkeleton />}
      manualMatch={<LateManualMatch />}
    />
  );
}
