import { Amount } from "@/components/ui/amount";
import { sumMinor, toWireDecimal } from "@/lib/money";

/** Sums of several currencies side by side; nothing when there are none. */
export function CurrencySums({
  sums,
  className,
}: {
  sums: readonly { currency: string; amount: string }[];
  className?: string;
}) {
  return (
    <span className={className}>
      {sums.map(({ currency, amount }, index) => (
        <span key={currency}>
          {index > 0 && " · "}
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
