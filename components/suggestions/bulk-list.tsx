import { TriangleAlert } from "lucide-react";
import { isUnsure, lowConfidenceFirst } from "@/components/suggestions/bulk-words";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import type { Suggestion } from "@/lib/contracts/matches";

/** What is about to be confirmed, deposit by deposit; what is doubtful is on top, and marked. */
export function BulkList({ suggestions }: { suggestions: Suggestion[] }) {
  return (
    <ul
      aria-label="Deposits"
      // Scrolls, so it has to be reachable.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what it can focus
      tabIndex={0}
      className="max-h-64 divide-y overflow-y-auto rounded-md border text-sm"
    >
      {lowConfidenceFirst(suggestions).map((suggestion) => {
        const { id, source, txn_date, total_amt, currency } = suggestion.deposit;
        return (
          <li
            key={id}
            className="flex min-h-9 flex-wrap items-baseline justify-between gap-x-4 px-3 py-1.5"
          >
            <span>
              {source} · <DateText date={txn_date} />{" "}
              <span className="text-caption text-muted-foreground">#{id}</span>
              {isUnsure(suggestion) && (
                <span className="ml-2 whitespace-nowrap text-caption font-medium text-warning">
                  <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px]" />
                  Low confidence
                </span>
              )}
            </span>
            <Amount value={total_amt} currency={currency} />
          </li>
        );
      })}
    </ul>
  );
}
