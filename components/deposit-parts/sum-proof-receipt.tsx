import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { cn } from "@/lib/cn";
import type { SumProof } from "@/lib/contracts/match-views";
import { parseDecimal, toDecimal } from "@/lib/money";

interface Row {
  label: string;
  value: string;
  always?: boolean;
}

/** The receipt: what was paid, less fees and refunds, is what reached the bank, to the cent. */
export function SumProofReceipt({
  proof,
  currency,
  bookedOn,
  needsAccount = false,
  isPosted = false,
  isEstimated = false,
  className,
}: {
  proof: SumProof;
  currency: string;
  /** The account chosen for the difference. */
  bookedOn?: string | undefined;
  /** It adds up, but a part of it has no account in the books yet. */
  needsAccount?: boolean;
  /** It is in the books: where our payments don't add up to it, it was recorded there by other means. */
  isPosted?: boolean;
  /** The processor reports no fees: they are what its rate comes to. */
  isEstimated?: boolean;
  className?: string;
}) {
  const ledger = useLedger();
  const closes = proof.closes || bookedOn !== undefined;
  const rows: Row[] = [
    { label: "Payments", value: proof.payments, always: true },
    { label: isEstimated ? "Fees (estimated)" : "Fees", value: proof.fees, always: true },
    { label: "Refunds", value: refundsAlone(proof, currency) },
    { label: "Disputes", value: proof.disputes },
    { label: "Other", value: proof.other },
  ];
  const shown = rows.filter(({ value, always }) => always || parseDecimal(value, currency) !== 0);
  return (
    <dl className={cn("grid gap-1 text-sm", className)}>
      {shown.map(({ label, value }) => (
        <ReceiptRow key={label} label={label}>
          <Amount value={value} currency={currency} />
        </ReceiptRow>
      ))}
      {!proof.closes && (
        <ReceiptRow
          label={bookedOn ?? "Difference"}
          className={cn(bookedOn === undefined && !isPosted && "text-warning")}
        >
          <Amount value={proof.difference} currency={currency} />
        </ReceiptRow>
      )}
      <ReceiptRow label="Payout" className="mt-1 border-t pt-2 font-semibold">
        <Amount value={proof.payout} currency={currency} />
      </ReceiptRow>
      <div className="flex justify-end text-caption">
        <dt className="sr-only">Sum</dt>
        <dd className="flex items-center gap-1.5">
          {closes && needsAccount ? (
            <>
              <TriangleAlert aria-hidden="true" className="size-4 text-warning" /> Adds up, but
              needs an account
            </>
          ) : closes ? (
            <>
              <Check aria-hidden="true" className="size-4 text-success" /> Adds up to the cent
            </>
          ) : isPosted ? (
            `Recorded in ${ledger.name} without matched payments`
          ) : (
            <>
              <TriangleAlert aria-hidden="true" className="size-4 text-warning" /> Doesn't add up
              yet
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Without the disputes, which have a row of their own. */
function refundsAlone({ refunds, disputes }: SumProof, currency: string): string {
  return toDecimal(parseDecimal(refunds, currency) - parseDecimal(disputes, currency), currency);
}

function ReceiptRow({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cn("flex justify-between gap-6", className)}>
      <dt className="min-w-0 truncate text-muted-foreground">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
