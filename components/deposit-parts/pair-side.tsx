import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";

/** One side of a pair: what is in the payout, or in QuickBooks. */
export function PairSide({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted-foreground md:sr-only">{title}</p>
      <ul className="grid gap-1">{children}</ul>
    </div>
  );
}

/** A line or a payment on a {@link PairSide}. */
export function PairEntry({
  who,
  amount,
  currency,
  children,
}: {
  who: string;
  amount: string;
  currency: string;
  children: ReactNode;
}) {
  return (
    <li className="flex min-w-0 items-baseline justify-between gap-3">
      <span className="min-w-0">
        <span className="block font-medium break-words">{who}</span>
        <span className="block text-caption break-words text-muted-foreground">{children}</span>
      </span>
      <Amount value={amount} currency={currency} />
    </li>
  );
}
