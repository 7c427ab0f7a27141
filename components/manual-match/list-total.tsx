import { sumsByCurrency } from "@/components/deposit-parts/currency-sums";
import type { TransactionView } from "@/components/manual-match/transactions";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { counted } from "@/lib/counted";
import { formatCount } from "@/lib/format";

/** The totals under a list: all of it, and the selected part. */
export function ListTotal({
  shown,
  all,
  noun,
  isLoading,
  likely,
  selected,
  onClear,
}: {
  shown: number;
  all: number;
  /** What is counted: "payment". */
  noun: string;
  isLoading: boolean;
  /** How many are on top because they fit the selection on the other side. */
  likely: number;
  selected: TransactionView[];
  onClear: () => void;
}) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-3 border-t px-3 text-caption">
      <p aria-live="polite" className="text-muted-foreground tabular-nums">
        {!isLoading && (
          <>
            {shown === all ? "" : `${formatCount(shown)} of `}
            {counted(all, noun)}
            {likely > 0 && `, ${formatCount(likely)} likely first`}
          </>
        )}
      </p>
      {selected.length > 0 && (
        <p className="flex min-w-0 items-center gap-2">
          <span>
            {formatCount(selected.length)} selected{" "}
            {sumsByCurrency(selected).map(({ currency, value }) => (
              <Amount key={currency} value={value} currency={currency} className="font-medium" />
            ))}
          </span>
          <Button variant="link" size="sm" className="h-7 px-0" onClick={onClear}>
            Clear
          </Button>
        </p>
      )}
    </div>
  );
}
