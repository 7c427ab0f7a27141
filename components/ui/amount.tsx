"use client";

import { useFormatPreferences } from "@/components/ui/format-preferences";
import { cn } from "@/lib/cn";
import { formatAmount } from "@/lib/format";

/** A decimal string as an amount; the currency is written only where it is not the company's. */
export function Amount({
  value,
  currency,
  className,
}: {
  value: string;
  currency?: string | undefined;
  className?: string | undefined;
}) {
  const home = useFormatPreferences().currency;
  const isForeign = currency !== undefined && currency !== home;
  return (
    <span className={cn("whitespace-nowrap tabular-nums", className)}>
      {isForeign && <span className="mr-1.5 text-xs text-muted-foreground">{currency}</span>}
      {formatAmount(value)}
    </span>
  );
}
