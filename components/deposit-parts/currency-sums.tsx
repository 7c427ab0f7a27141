import { Amount } from "@/components/ui/amount";

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
