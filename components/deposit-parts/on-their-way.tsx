"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { CurrencySums, sumsByCurrency } from "@/components/deposit-parts/currency-sums";
import { BOOKS } from "@/components/deposit-parts/refresh-books";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { RowLink } from "@/components/ui/row-link";
import { call } from "@/lib/api";
import { cn } from "@/lib/cn";
import { parseDecimal } from "@/lib/money";

export const onTheirWayQuery = queryOptions({
  queryKey: [...BOOKS, "on their way"] as const,
  queryFn: ({ signal }) => call("GET /dashboard/on-their-way/", { signal }),
});

/** More than these are added up. */
const NAMED = 3;

/** The payouts that the bank gets next, in a line; nothing while there are none. */
export function OnTheirWay({ className }: { className?: string }) {
  const { data } = useQuery(onTheirWayQuery);
  const payouts = data?.payouts ?? [];
  if (payouts.length === 0) return null;
  const sums = sumsByCurrency(
    payouts.map(({ amount, currency }) => ({ amount: parseDecimal(amount, currency), currency })),
  ).map(({ currency, value }) => ({ currency, amount: value }));
  const named = payouts.slice(0, NAMED);
  // One payout a currency is its own sum.
  const isAddedUp = payouts.length > sums.length;
  return (
    <section aria-label="On its way to the bank" className={cn("text-sm text-pretty", className)}>
      <p>
        <span className="font-medium">On its way: </span>
        {isAddedUp && <CurrencySums sums={sums} className="font-medium tabular-nums" />}
        {named.map(({ source, date, amount, currency, deposit_id }, index) => (
          <span key={`${source} ${date} ${amount} ${deposit_id}`}>
            {(isAddedUp || index > 0) && " · "}
            <Amount
              value={amount}
              currency={currency}
              className={isAddedUp ? undefined : "font-medium"}
            />{" "}
            {deposit_id === null ? (
              source
            ) : (
              <RowLink
                href={`/transaction/${deposit_id}`}
                className="rounded-sm underline underline-offset-4"
              >
                {source}
              </RowLink>
            )}
            , due <DateText date={date} />
          </span>
        ))}
        {payouts.length > named.length && ` · ${payouts.length - named.length} more`}
      </p>
      <p className="text-caption text-muted-foreground">
        {payouts.length === 1 ? "It can" : "They can"} be matched once the bank has{" "}
        {payouts.length === 1 ? "it" : "them"}.
      </p>
    </section>
  );
}
