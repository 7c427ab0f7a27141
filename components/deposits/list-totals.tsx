import { Amount } from "@/components/ui/amount";
import type { DepositTotal } from "@/lib/contracts/deposits";

/** What is filtered, added up: by currency, because currencies are never mixed. */
export function ListTotals({ totals }: { totals: readonly DepositTotal[] }) {
  if (totals.length === 0) return null;
  return (
    <ul aria-label="Totals" className="grid gap-0.5 text-caption tabular-nums">
      {totals.map(({ currency, count, amount, fees }) => (
        <li key={currency}>
          {totals.length > 1 && (
            <span className="text-muted-foreground">
              {count} in {currency}:{" "}
            </span>
          )}
          <span className="text-muted-foreground">Net </span>
          <Amount value={amount} currency={currency} className="font-medium" />
          <span className="text-muted-foreground"> · fees </span>
          <Amount value={fees} currency={currency} />
        </li>
      ))}
    </ul>
  );
}
