import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Group } from "@/components/dashboard/use-queue";
import { CurrencySums } from "@/components/deposit-parts/currency-sums";
import { OpenReasonLine } from "@/components/deposit-parts/open-reason-line";
import { StatusDot } from "@/components/deposit-parts/status-badge";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { DateText } from "@/components/ui/date-text";
import { RowLink } from "@/components/ui/row-link";
import { TextLink } from "@/components/ui/text-link";
import { cn } from "@/lib/cn";
import type { Deposit } from "@/lib/contracts/deposits";

/** One group of the queue: how much it is, and its oldest payouts, each with its reason and what to do. */
export function QueueCard({
  title,
  text,
  group: { count, sums, deposits },
  href,
  onMore,
  action,
}: {
  title: string;
  text: string;
  group: Group;
  /** The list of all of them. */
  href: string;
  onMore: (() => void) | null;
  /** For several of them at once. */
  action?: ReactNode;
}) {
  const left = count - deposits.length;
  return (
    <Card className="gap-3 pb-2">
      <CardHeader>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <CardTitle>
            {title} <span className="font-normal text-muted-foreground tabular-nums">{count}</span>
          </CardTitle>
          <CurrencySums sums={sums} className="text-sm text-muted-foreground" />
        </div>
        <CardDescription>{text}</CardDescription>
        {action}
      </CardHeader>
      <CardContent>
        <ul aria-label={title} className="divide-y border-t">
          {deposits.map((deposit) => (
            <li key={deposit.id}>
              <QueueRow deposit={deposit} />
            </li>
          ))}
        </ul>
        {left > 0 && (
          <div className="border-t py-3">
            {onMore ? (
              <Button variant="outline" size="sm" onClick={onMore}>
                Show more
              </Button>
            ) : (
              <TextLink href={href} className="text-sm">
                See all {count.toLocaleString("en-US")} in Transactions
              </TextLink>
            )}
          </div>
        )}
      </CardContent>
    </Card>
  );
}

/** A payout that waits: which one, why, and the one thing to do about it. */
function QueueRow({ deposit }: { deposit: Deposit }) {
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
