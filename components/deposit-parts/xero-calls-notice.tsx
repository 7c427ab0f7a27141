import { AllowanceNotice } from "@/components/deposit-parts/allowance-notice";
import { TimeText } from "@/components/ui/date-text";
import type { XeroCalls } from "@/lib/contracts/integrations";
import { formatCount } from "@/lib/format";

/** What waits for Xero's limits, while something does. */
export function XeroCallsNotice({
  calls,
  className,
}: {
  calls: XeroCalls | undefined;
  className?: string;
}) {
  if (!calls?.waiting) return null;
  const { what, until } = calls.waiting;
  const isStopped = what === "everything";
  return (
    <AllowanceNotice
      isStopped={isStopped}
      title={isStopped ? "Xero takes no more calls for now" : "Xero takes few more calls for now"}
      text={
        <>
          {isStopped ? "Imports and postings go on at " : "Imports go on at "}
          <TimeText at={until} />
          {isStopped ? "." : "; postings don't wait."} Nothing is lost.
        </>
      }
      className={className}
    />
  );
}

/** How many calls Xero leaves the organisation, as it last said. */
export function XeroCallsLeft({ calls }: { calls: XeroCalls | undefined }) {
  if (!calls) return null;
  const { left_today, left_this_minute } = calls;
  const minute = left_this_minute === null ? "" : `, ${left_this_minute} this minute`;
  return (
    <p className="text-caption text-muted-foreground tabular-nums">
      {formatCount(left_today)} {left_today === 1 ? "call" : "calls"} to Xero left today
      {minute}
    </p>
  );
}
