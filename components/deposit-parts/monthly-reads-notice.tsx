import type { ReactNode } from "react";
import { AllowanceNotice } from "@/components/deposit-parts/allowance-notice";
import { DateText, TimeText } from "@/components/ui/date-text";
import type { MonthlyReads } from "@/lib/contracts/integrations";

/** The rest of the month's QuickBooks reads, once most are used up or none is answered. */
export function MonthlyReadsNotice({
  reads,
  className,
}: {
  reads: MonthlyReads | undefined;
  className?: string;
}) {
  if (!reads) return null;
  const isStopped =
    reads.is_used_up ||
    reads.refused_since !== undefined ||
    reads.own_part?.waiting === "everything";
  return <AllowanceNotice isStopped={isStopped} {...words(reads)} className={className} />;
}

function words({ used_percent, is_used_up, renews_on, refused_since, own_part }: MonthlyReads): {
  title: ReactNode;
  text: ReactNode;
} {
  if (is_used_up) {
    return {
      title: "QuickBooks' monthly allowance of reads is used up",
      text: (
        <>
          Imports and postings continue on <DateText date={renews_on} />. Nothing is lost.
        </>
      ),
    };
  }
  if (refused_since !== undefined) {
    return {
      title: (
        <>
          QuickBooks has refused all reads of this installation's app since{" "}
          <TimeText at={refused_since} />
        </>
      ),
      text: "Another installation may use up the same app's monthly allowance. We retry once an hour; imports and postings wait until then. Nothing is lost.",
    };
  }
  if (own_part !== undefined) {
    return {
      title: "Your company has used its part of QuickBooks' monthly reads for now",
      text: (
        <>
          {own_part.waiting === "lists"
            ? "Lists from QuickBooks are read again from "
            : "Imports and postings continue at "}
          <TimeText at={own_part.until} />. Nothing is lost.
        </>
      ),
    };
  }
  return {
    title: `${used_percent}% of this month's reads from QuickBooks are used`,
    text: (
      <>
        Lists from QuickBooks wait until <DateText date={renews_on} />: the rest is kept for imports
        and postings.
      </>
    ),
  };
}
