import { sumsByCurrency } from "@/components/books/sums-by-currency";
import type { Selection } from "@/components/manual-match/selection";
import type { TransactionView } from "@/components/manual-match/transactions";
import { Amount } from "@/components/ui/amount";
import { cn } from "@/lib/cn";

/** The selected totals of both sides, and the difference: ideally fees and refunds. */
export function SelectionSums({ deposits, payments }: Selection) {
  const between = [...payments, ...deposits.map((item) => ({ ...item, amount: -item.amount }))];
  return (
    <dl className="grid gap-1 text-sm">
      <Row label="Stripe transactions" items={deposits} />
      <Row label="QuickBooks transactions" items={payments} />
      <Row label="Difference" items={between} className="mt-1 border-t pt-2" />
    </dl>
  );
}

function Row({
  label,
  items,
  className,
}: {
  label: string;
  items: Pick<TransactionView, "amount" | "currency">[];
  className?: string;
}) {
  const sums = sumsByCurrency(items);
  return (
    <div className={cn("flex justify-between gap-4", className)}>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="grid justify-items-end">
        {sums.length === 0 && <Amount value="0.00" />}
        {sums.map(({ currency, value }) => (
          <Amount key={currency} value={value} currency={currency} />
        ))}
      </dd>
    </div>
  );
}
