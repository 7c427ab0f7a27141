import type { Selection } from "@/components/matching/selection";
import { sumsOf } from "@/components/matching/sums";
import type { TransactionView } from "@/components/matching/transactions";
import { Amount } from "@/components/ui/amount";
import { cn } from "@/lib/cn";

/** What is selected on either side, and what lies between: fees and refunds, if all goes well. */
export function SelectionSums({ stripe, quickbooks }: Selection) {
  const between = [...quickbooks, ...stripe.map((item) => ({ ...item, amount: -item.amount }))];
  return (
    <dl className="grid gap-1 text-sm">
      <Row label="Stripe transactions" items={stripe} />
      <Row label="QuickBooks transactions" items={quickbooks} />
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
  const sums = sumsOf(items);
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
