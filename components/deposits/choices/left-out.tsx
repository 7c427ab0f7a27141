import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import type { ReceiptPreview } from "@/lib/contracts/receipts";

const SHOWN_AT_FIRST = 20;

/** The lines that get no receipt, each with the reason. */
export function LeftOut({ lines }: { lines: ReceiptPreview["left_out"] }) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, SHOWN_AT_FIRST);
  const hidden = lines.length - shown.length;
  return (
    <section aria-labelledby="left-out" className="text-sm">
      <h3 id="left-out" className="font-medium">
        Left out
      </h3>
      <ul className="mt-1 divide-y">
        {shown.map(({ line_id, description, reason, amount, currency }) => (
          <li key={line_id} className="flex items-baseline justify-between gap-4 py-1.5">
            <span className="min-w-0 break-words">
              {description}
              <span className="block text-muted-foreground">{reason}</span>
            </span>
            <Amount value={amount} currency={currency} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="outline" size="sm" className="mt-2" onClick={() => setAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </section>
  );
}
