import { Gauge, TriangleAlert } from "lucide-react";
import { DateText } from "@/components/ui/date-text";
import { cn } from "@/lib/cn";
import type { MonthlyReads } from "@/lib/contracts/integrations";

/** What is left of the month's reads at QuickBooks, once most of them are used up. */
export function MonthlyReadsNotice({
  reads,
  className,
}: {
  reads: MonthlyReads | undefined;
  className?: string;
}) {
  if (!reads) return null;
  const { used_percent, is_used_up, renews_on } = reads;
  const Icon = is_used_up ? TriangleAlert : Gauge;
  return (
    <div
      role="status"
      className={cn("flex gap-3 rounded-lg border bg-card p-4 text-sm text-pretty", className)}
    >
      <Icon
        aria-hidden="true"
        className={cn("mt-0.5 size-4 shrink-0", is_used_up ? "text-destructive" : "text-warning")}
      />
      <div className="grid gap-1">
        <p className="font-medium">
          {is_used_up
            ? "QuickBooks' monthly allowance of reads is used up"
            : `${used_percent}% of this month's reads from QuickBooks are used`}
        </p>
        <p className="text-muted-foreground">
          {is_used_up
            ? "Imports and postings continue on"
            : "If they run out, imports and postings wait until"}{" "}
          <DateText date={renews_on} />.{is_used_up && " Nothing is lost."}
        </p>
      </div>
    </div>
  );
}
