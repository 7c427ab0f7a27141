"use client";

import { ManualMatchRoom } from "@/components/manual-match/manual-match-room";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { latePart } from "@/components/ui/late-part";
import { WhenNear } from "@/components/ui/when-near";

const ManualMatch = latePart(() => import("@/components/manual-match/manual-match"), {
  waiting: <ManualMatchRoom />,
  failed: <ManualMatchUnavailable />,
});

/** The panel far down a page: its code comes when the panel is near the screen. */
export function LateManualMatch() {
  return (
    <WhenNear orQuiet fallback={<ManualMatchRoom />}>
      <ManualMatch />
    </WhenNear>
  );
}

function ManualMatchUnavailable() {
  return (
    <Card className="items-center px-4 text-center">
      <p role="alert" className="text-muted-foreground">
        Couldn't load the lists. Check your connection, then retry.
      </p>
      <Button variant="outline" onClick={() => window.location.reload()}>
        {" "}
        Retry
      </Button>
    </Card>
  );
}
