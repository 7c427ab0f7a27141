import { TriangleAlert } from "lucide-react";
import { OpenReasonLine } from "@/components/books/open-reason-line";
import { StatusDot } from "@/components/books/status-dot";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { RowLink } from "@/components/ui/row-link";
import { cn } from "@/lib/cn";
import type { Deposit } from "@/lib/contracts/deposits";

/** A payout that waits: which one, why, and the one thing to do about it. */
export function QueueRow({ deposit }: { deposit: Deposit }) {
  const href = `/transaction/${deposit.id}`;
  return (
    <div className="grid gap-1 py-3 text-sm">
      <div className="flex items-baseline justify-between gap-4">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Marker deposit={deposit} />
          <RowLink
            href={href}
            className="rounded-sm font-medium underline-offset-4 hover:underline"
          >
            {deposit.source} · <DateText date={deposit.txn_date} />
          </RowLink>
          <span className="text-caption text-muted-foreground">Deposit #{deposit.id}</span>
        </p>
        <Amount value={deposit.total_amt} currency={deposit.currency} className="font-medium" />
      </div>
      {deposit.reason && (
        <OpenReasonLine reason={deposit.reason} deposit={deposit} className="pl-4" />
      )}
    </div>
  );
}

/** A posting that stopped isn't shown as the matched deposit that it is. */
function Marker({ deposit: { status, posting } }: { deposit: Deposit }) {
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
