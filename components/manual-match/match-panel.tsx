import { Check } from "lucide-react";
import { SumProofReceipt } from "@/components/deposit-parts/sum-proof-receipt";
import { DifferenceField } from "@/components/manual-match/difference-field";
import type { LiveProof, Part } from "@/components/manual-match/live-proof";
import type { Difference, Selection } from "@/components/manual-match/selection";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import type { ExactCharge } from "./line-ties";
import { depositNumber } from "./transactions";

interface MatchPanelProps {
  selection: Selection;
  live: LiveProof | null;
  difference: Difference;
  exact: ExactCharge | null;
  onDifference: (difference: Difference) => void;
  problem: string | null;
  busy: boolean;
  onMatch: () => void;
}

/** Under the two lists: what they add up to, what will be posted, and the button. */
export function MatchPanel({
  selection,
  live,
  difference,
  exact,
  onDifference,
  problem,
  busy,
  onMatch,
}: MatchPanelProps) {
  const { deposits, payments } = selection;
  const bothSides = deposits.length > 0 && payments.length > 0;
  const canMatch = deposits.length + payments.length >= 2;
  // Each of several deposits must close on its own.
  const canBook = live !== null && live.split === null && !live.proof.closes && bothSides;
  const needsAccount = canBook && difference.account === null;
  return (
    // On phones a part of the panel itself, so that the button can stick below the lists too.
    <div className="contents md:grid md:grid-cols-2 md:items-start md:gap-4">
      <div className="rounded-lg border bg-card p-4">
        {live ? (
          <PostingPreview
            live={live}
            bookedOn={canBook ? difference.account?.Name : undefined}
            openCharge={exact !== null}
          />
        ) : (
          <p className="py-1 text-sm text-muted-foreground">
            Select a deposit and its payments to preview what will be posted.
          </p>
        )}
      </div>
      <div className="contents md:grid md:gap-4">
        {canBook && (
          <DifferenceField
            amount={live.proof.difference}
            currency={live.currency}
            difference={difference}
            exact={exact}
            onChange={onDifference}
          />
        )}
        <div
          className={cn(
            "grid gap-3",
            // On phones in view as soon as it can do something.
            canMatch &&
              "max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-4 max-md:border-t max-md:bg-background max-md:px-4 max-md:py-3",
          )}
        >
          {problem !== null && (
            <p role="alert" className="text-sm text-destructive">
              {problem}
            </p>
          )}
          {needsAccount && (
            <p className="text-caption text-muted-foreground">
              Choose an account for the difference first.
            </p>
          )}
          <Button
            variant={needsAccount ? "outline" : "default"}
            onClick={onMatch}
            disabled={!canMatch}
            loading={busy}
          >
            Match Selected Transactions
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Before anything is sent: what would be posted to the books, as a receipt. */
function PostingPreview({
  live: { proof, currency, split, parts },
  bookedOn,
  openCharge,
}: {
  live: LiveProof;
  bookedOn: string | undefined;
  openCharge: boolean;
}) {
  return (
    <div className="grid gap-3">
      <h3 className="text-sm font-semibold">
        {split === null ? "What will be posted" : "What will be posted, all deposits combined"}
      </h3>
      <SumProofReceipt {...{ proof, currency, bookedOn, openCharge }} />
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
