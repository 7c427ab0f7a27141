import { ConfidenceMeter } from "@/components/deposit-parts/confidence-meter";
import { EvidenceList } from "@/components/deposit-parts/evidence-list";
import { Button } from "@/components/ui/button";
import { choiceMarks } from "./choice-marks";
import type { Fit } from "./fits";
import { InvoiceFacts } from "./invoice-row";
import { LineKey } from "./line-key";
/** Open invoices that a charge may pay. */
export function InvoiceFit({
  fit,
  isBest,
  digit,
  onChoose,
}: {
  fit: Fit & { type: "invoices" };
  isBest: boolean;
  /** The key that presses its button. */
  digit: number;
  onChoose: () => void;
}) {
  const numbers = fit.invoices.map(({ number }) => number).join(" and ");
  return (
    <div className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <ul className="grid min-w-0 flex-1 basis-56 gap-1">
          {fit.invoices.map((invoice) => (
            <li key={invoice.Id}>
              <InvoiceFacts invoice={invoice} />
            </li>
          ))}
        </ul>
        <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
          {fit.probability !== null && (
            <ConfidenceMeter match={{ probability: fit.probability, origin: "suggestion" }} />
          )}
          <Button
            size="sm"
            variant={isBest ? "default" : "outline"}
            aria-label={`Receive payment on ${numbers}`}
            {...choiceMarks(isBest, digit)}
            onClick={onChoose}
          >
            Receive payment
            <LineKey of={isBest ? "↵" : String(digit)} />
          </Button>
        </div>
      </div>
      <EvidenceList evidence={fit.evidence} />
    </div>
  );
}
