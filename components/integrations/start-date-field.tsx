import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { startDatesQuery } from "@/components/integrations/queries";
import { DateField } from "@/components/ui/date-field";
import { DateText } from "@/components/ui/date-text";
import type { KeyProvider } from "@/lib/providers/list";

/**
 * From which payout date on to import: the offered day until the user chooses another; "" for everything. Not asked
 * of a connection that is renewed.
 */
export function useStartDate({ wire, role }: KeyProvider) {
  const { data, isPending } = useQuery(startDatesQuery);
  const [chosen, choose] = useState<string | null>(null);
  return {
    value: chosen ?? data?.suggested ?? "",
    choose,
    closedUntil: data?.closed_until ?? null,
    isLoading: isPending,
    isAsked: role === "source" && !data?.sources.some((each) => each.integration_type === wire),
  };
}

export function StartDateField({ date }: { date: ReturnType<typeof useStartDate> }) {
  return (
    <div className="grid gap-1.5">
      {/* The offered day must not come under the hand of someone who types another. */}
      <DateField
        stacked
        label="Import payouts from"
        value={date.value}
        disabled={date.isLoading}
        onChange={date.choose}
      />
      <p className="text-caption text-pretty text-muted-foreground">
        {date.closedUntil !== null && (
          <>
            Your books are closed up to <DateText date={date.closedUntil} />.{" "}
          </>
        )}
        Earlier payouts stay out. You can choose an earlier day later; leave it empty to import
        everything. Nothing is posted before you have reviewed it.
      </p>
    </div>
  );
}
