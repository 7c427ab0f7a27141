import { Check } from "lucide-react";
import { SumProofReceipt } from "@/components/books/sum-proof-receipt";
import type { LiveProof, Part } from "@/components/manual-match/live-proof";
import { depositNumber } from "@/components/manual-match/transactions";
import { Amount } from "@/components/ui/amount";

/** Before anything is sent: what would be posted to QuickBooks, as a receipt. */
export function PostingPreview({
  live: { proof, currency, split, parts },
  bookedOn,
}: {
  live: LiveProof;
  bookedOn: string | undefined;
}) {
  return (
    <div className="grid gap-3">
      <h3 className="text-sm font-semibold">
        {split === null ? "What will be posted" : "What will be posted, all deposits combined"}
      </h3>
      <SumProofReceipt proof={proof} currency={currency} bookedOn={bookedOn} />
      {parts.length > 0 && (
        <ul aria-label="Payments by deposit" className="grid gap-1 border-t pt-2 text-caption">
          {parts.map((part) => (
            <Share key={part.deposit.id} part={part} currency={currency} />
          ))}
        </ul>
      )}
      {split === "several" && (
        <p className="text-caption text-pretty text-muted-foreground">
          Some amounts fit several deposits. We use customer and date to decide, or leave them
          unmatched.
        </p>
      )}
    </div>
  );
}

function Share({ part: { deposit, payments, proof }, currency }: { part: Part; currency: string }) {
  return (
    <li className="flex items-center gap-2">
      <Check role="img" aria-label="Totals agree:" className="size-3.5 shrink-0 text-success" />
      <span className="min-w-0 flex-1 truncate">
        Deposit #{depositNumber(deposit)}{" "}
        <span className="text-muted-foreground">
          {payments.length === 1 ? "1 payment" : `${payments.length} payments`}
        </span>
      </span>
      <Amount value={proof.payout} currency={currency} />
    </li>
  );
}
