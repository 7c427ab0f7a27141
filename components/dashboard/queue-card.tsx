import type { ReactNode } from "react";
import { CurrencySums } from "@/components/books/currency-sums";
import { QueueRow } from "@/components/dashboard/queue-row";
import type { Group } from "@/components/dashboard/use-queue";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { TextLink } from "@/components/ui/text-link";

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
