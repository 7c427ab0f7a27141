import type { Metadata } from "next";
import { Dashboard } from "@/components/dashboard/dashboard";
import { Inbox } from "@/components/inbox/inbox";
import { InboxSkeleton } from "@/components/inbox/inbox-skeleton";
import { LateManualMatch } from "@/components/manual-match/late-manual-match";
import { ReviewCard } from "@/components/review/review-card";
import { AdoptedNotice } from "@/components/settings/adopted-notice";
import { AskEarly } from "@/components/shell/ask-early";
import { firstScreenAddress } from "@/lib/first-screen";

export const metadata: Metadata = { title: "Dashboard" };

const FIRST_CALLS = [firstScreenAddress("dashboard"), "/api/user/integrations/"];

export default function DashboardPage() {
  return (
    <>
      <AskEarly addresses={FIRST_CALLS} />
      <Dashboard
        adopted={<AdoptedNotice />}
        review={<ReviewCard />}
        inbox={<Inbox />}
        inboxWaiting={<InboxSkeleton />}
        manualMatch={<LateManualMatch />}
      />
    </>
  );
}
