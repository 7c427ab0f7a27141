import { CalendarClock } from "lucide-react";
import { usePostOnOpenDay } from "@/components/deposit-parts/reason-mutations";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import type { DepositDetail } from "@/lib/contracts/deposits";

/** A deposit that is dated later in the books than the payout, because its own day is closed there. */
export function OpenDayNotice({ detail: { deposit, earliest_date } }: { detail: DepositDetail }) {
  const choose = usePostOnOpenDay();
  if (earliest_date === null || earliest_date <= deposit.txn_date) return null;
  return (
    <div role="status" className="flex gap-3 rounded-lg border bg-card p-4 text-sm">
      <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <div className="grid gap-1">
        <p className="font-medium">
          Dated <DateText date={earliest_date} /> in QuickBooks
        </p>
        <p className="text-muted-foreground">
          The books were closed for <DateText date={deposit.txn_date} />, the day of the payout.
        </p>
        {deposit.status !== "posted" && (
          <Allowed to="bookkeeper">
            <div className="mt-2">
              <Button
                variant="outline"
                size="sm"
                loading={choose.isPending}
                onClick={() => choose.mutate({ id: deposit.id, on: false })}
              >
                Use the payout's date
              </Button>
            </div>
          </Allowed>
        )}
      </div>
    </div>
  );
}
