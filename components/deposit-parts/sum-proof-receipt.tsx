import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { HelpTopic } from "@/components/help/answers";
import { HelpLink } from "@/components/help/help-link";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { cn } from "@/lib/cn";
import type { SumProof } from "@/lib/contracts/match-views";
import { counted } from "@/lib/counted";
import { parseDecimal, toDecimal } from "@/lib/money";

interface Row {
  label: string;
  value: string;
  always?: boolean;
  help?: HelpTopic | undefined;
}

/** The receipt: what was paid, less fees and refunds, is what reached the bank, to the cent. */
export function SumProofReceipt({
  proof,
  currency,
  bookedOn,
  openCharge = false,
  needsAccount = false,
  isPosted = false,
  isEstimated = false,
  className,
}: {
  proof: SumProof;
  currency: string;
  /** The account chosen for the difference. */
  bookedOn?: string | undefined;
  /** The difference is exactly one charge without a payment. */
  openCharge?: boolean;
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
  const { open_charges: open, rest, fees } = openPart(proof, currency);
  const rows: Row[] = [
    { label: open > 0 ? "Matched" : "Payments", value: proof.payments, always: true },
    { label: `Open (${open})`, value: proof.open },
    isEstimated
      ? { label: "Fees (estimated)", value: fees, always: true, help: "estimated" }
      : { label: "Fees", value: fees, always: true },
    { label: "Refunds", value: refundsAlone(proof, currency) },
    { label: "Disputes", value: proof.disputes },
    { label: "Other", value: proof.other },
  ];
  const shown = rows.filter(({ value, always }) => always || parseDecimal(value, currency) !== 0);
  return (
    <div className={className}>
      <SumBar proof={proof} currency={currency} />
      <dl className="grid gap-1 text-sm">
        {shown.map(({ label, value, help }) => (
          <ReceiptRow key={label} {...{ label, help }}>
            <Amount value={value} currency={currency} />
          </ReceiptRow>
        ))}
        {!proof.closes && (open === 0 || parseDecimal(rest, currency) !== 0) && (
          <ReceiptRow
            label={bookedOn ?? (openCharge ? "Open (1)" : "Difference")}
            {...(bookedOn === undefined && !openCharge && { help: "difference" })}
            className={cn(bookedOn === undefined && !isPosted && "text-warning")}
          >
            <Amount value={rest} currency={currency} />
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
            ) : open > 0 && parseDecimal(rest, currency) === 0 ? (
              `Adds up once ${counted(open, "charge")} ${open === 1 ? "is" : "are"} decided`
            ) : (
              <>
                <TriangleAlert aria-hidden="true" className="size-4 text-warning" /> Doesn't add up
                yet
              </>
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** The proof with the charges that are open counted in: their fees among the fees, and what no line explains. */
function openPart({ open_charges, open, open_fees, fees, difference }: SumProof, currency: string) {
  const minor = (value: string) => parseDecimal(value, currency);
  return {
    open_charges,
    fees: toDecimal(minor(fees) + minor(open_fees), currency),
    rest: toDecimal(minor(difference) - minor(open) - minor(open_fees), currency),
  };
}

/** From what customers paid to what reaches the bank: matched, open, and what was taken off. */
function SumBar({ proof, currency }: { proof: SumProof; currency: string }) {
  const minor = (value: string) => parseDecimal(value, currency);
  const { payments, open, open_fees, payout } = proof;
  const gross = minor(payments) + minor(open);
  const net = minor(payout);
  if (net <= 0 || gross < net) return null;
  const isOpen = Math.min(minor(open) + minor(open_fees), net);
  const parts = [
    { part: net - isOpen, colour: "bg-status-done" },
    { part: isOpen, colour: "bg-status-suggested" },
    { part: gross - net, colour: "bg-input" },
  ];
  return (
    <div
      aria-hidden="true"
      className="mb-2 flex h-2 gap-px overflow-hidden rounded-full print:hidden"
    >
      {parts.map(({ part, colour }) => (
        <span
          key={colour}
          className={cn("transition-[width] duration-150 motion-reduce:transition-none", colour)}
          style={{ width: `${(part / gross) * 100}%` }}
        />
      ))}
    </div>
  );
}

/** Without the disputes, which have a row of their own. */
function refundsAlone({ refunds, disputes }: SumProof, currency: string): string {
  return toDecimal(parseDecimal(refunds, currency) - parseDecimal(disputes, currency), currency);
}

function ReceiptRow({
  label,
  help,
  className,
  children,
}: {
  label: string;
  /** The question about it. */
  help?: HelpTopic | undefined;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cn("flex justify-between gap-6", className)}>
      <dt className="flex min-w-0 items-center gap-1 text-muted-foreground">
        <span className="truncate">{label}</span>
        {help && <HelpLink topic={help} about={label} />}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
