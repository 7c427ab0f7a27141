import { Amount } from "@/components/ui/amount";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { formatAmount } from "@/lib/format";
import { parseDecimal } from "@/lib/money";

type Line = DepositDetail["deposit"]["lines"][number];

/** Gross, and below it what the processor kept and what is left, where that is not the same. */
export function LineAmount({ line, currency }: { line: Line; currency: string }) {
  const fee = parseDecimal(line.fee, currency);
  return (
    <>
      <Amount value={line.amount} currency={currency} />
      {fee !== 0 && (
        <span className="block text-xs font-normal whitespace-nowrap text-muted-foreground">
          {line.fee_predicted ? "Estimated fee" : "Fee"} {formatAmount(line.fee)} · Net{" "}
          {formatAmount(line.net)}
        </span>
      )}
    </>
  );
}
