import { TriangleAlert } from "lucide-react";
import { StatusDot } from "@/components/deposit-parts/status-badge";
import { cn } from "@/lib/cn";
import type { Deposit } from "@/lib/contracts/deposits";

/** A posting that stopped isn't shown as the matched deposit that it is. */
export function CaseMarker({ deposit: { status, posting } }: { deposit: Deposit }) {
  if (posting?.state !== "failed" && posting?.state !== "blocked") {
    return <StatusDot status={status} className="self-center" />;
  }
  const isFailed = posting.state === "failed";
  return (
    <TriangleAlert
      role="img"
      aria-label={isFailed ? "Rejected" : "Not posted"}
      className={cn("size-4 self-center", isFailed ? "text-destructive" : "text-warning")}
    />
  );
}
