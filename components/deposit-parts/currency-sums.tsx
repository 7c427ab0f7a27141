import { Amount } from "@/components/ui/amount";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { cn } from "@/lib/cn";
import { sumMinor, toWireDecimal } from "@/lib/money";

/** Sums of several currencies, the company's own first; nothing when there are none. */
export function CurrencySums({
  sums,
  stacked = false,
  className,
}: {
  sums: readonly { currency: string; amount: string }[];
  /** One below the other, where there is no room beside. */
  stacked?: boolean;
  className?: string;
}) {
  const { currency: own } = useFormatPreferences();
  const isOther = ({ currency }: { currency: string }) => Number(currency !== own);
  const sorted = [...sums].sort((one, other) => isOther(one) - isOther(other));
  return (
    <span className={cn(stacked && "grid justify-items-end", className)}>
      {sorted.map(({ currency, amount }, index) => (
        <span key={currency}>
          {index > 0 && !stacked && " · "}
          <Amount value={amount} currency={currency} />
        </span>
      ))}
    </span>
  );
}

interface CurrencySum {
  currency: string;
  /** Wire decimal. */
  value: string;
}

/** Sums in minor units by currency; currencies are never mixed. */
export function sumsByCurrency(
  items: readonly { amount: number; currency: string }[],
): CurrencySum[] {
  const byCurrency = new Map<string, number[]>();
  for (const { amount, currency } of items) {
    const amounts = byCurrency.get(currency);
    if (amounts) amounts.push(amount);
    else byCurrency.set(currency, [amount]);
  }
  return [...byCurrency].map(([currency, amounts]) => ({
    currency,
    value: toWireDecimal(sumMinor(amounts), currency),
  }));
}
