import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { confidenceOf } from "@/components/deposit-parts/confidence-meter";
import { sumsByCurrency } from "@/components/deposit-parts/currency-sums";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { useOnDemand } from "@/components/ui/use-on-demand";
import type { Suggestion } from "@/lib/contracts/matches";
import { formatAmount } from "@/lib/format";
import type { LedgerWords } from "@/lib/ledger-words";
import { parseDecimal } from "@/lib/money";

const loadDialog = () =>
  import("@/components/feedback/confirm-dialog").then((module) => ({
    default: module.ConfirmDialog,
  }));

/** Confirm or dismiss all that is listed, after saying how many and how much that is. */
export function BulkActions({
  suggestions,
  total,
  disabled,
  onDecide,
}: {
  suggestions: Suggestion[];
  total: number;
  disabled: boolean;
  onDecide: (answer: "confirm" | "dismiss") => void;
}) {
  const ledger = useLedger();
  const [open, setOpen] = useState<"confirm" | "dismiss" | null>(null);
  const { Part: Dialog, show, preload } = useOnDemand(loadDialog);
  const ask = (answer: "confirm" | "dismiss") => {
    setOpen(answer);
    show();
  };
  const words = (open === "dismiss" ? dismissalOf : confirmOf)(suggestions, total, ledger);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        disabled={disabled}
        onClick={() => ask("dismiss")}
        {...preload}
      >
        Dismiss all
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabled={disabled}
        onClick={() => ask("confirm")}
        {...preload}
      >
        Confirm all
      </Button>
      {Dialog && (
        <Dialog
          {...words}
          open={open !== null}
          onOpenChange={(isOpen) => !isOpen && setOpen(null)}
          onConfirm={() => open && onDecide(open)}
        >
          {open === "confirm" && <BulkList suggestions={suggestions} />}
        </Dialog>
      )}
    </>
  );
}

/** What is about to be confirmed, deposit by deposit; what is doubtful is on top, and marked. */
function BulkList({ suggestions }: { suggestions: Suggestion[] }) {
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
              <span className="block text-caption break-words text-muted-foreground">
                {payersOf(suggestion)}
              </span>
              {isUnsure(suggestion) && (
                <span className="whitespace-nowrap text-caption font-medium text-warning">
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

/** Who paid: "Ada Lovelace and 3 more". */
export function payersOf({ matches }: Pick<Suggestion, "matches">): string {
  const names = matches.flatMap(({ payments }) => payments.map(({ CustomerName }) => CustomerName));
  const [first, ...others] = new Set(names.filter((name) => name !== ""));
  if (first === undefined) return "No customer";
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

interface BulkWords {
  title: string;
  text: string;
  action: string;
}

/** What confirming all of these does. @param total also those that the list does not hold. */
export function confirmOf(
  suggestions: Suggestion[],
  total: number,
  { name: ledger }: LedgerWords,
): BulkWords {
  const unsure = suggestions.filter(isUnsure).length;
  return {
    title: `Confirm ${howMany(suggestions, total)}?`,
    text: [
      `${deposits(suggestions)} will be matched and posted to ${ledger}.`,
      unsure > 0
        ? `${unsure} ${unsure === 1 ? "is low confidence. Review it first." : "are low confidence. Review them first."}`
        : "",
    ]
      .join(" ")
      .trim(),
    action: "Confirm all",
  };
}

/** What dismissing all of these does. */
export function dismissalOf(suggestions: Suggestion[], total: number): BulkWords {
  const many = suggestions.length !== 1;
  return {
    title: `Dismiss ${howMany(suggestions, total)}?`,
    text: `${deposits(suggestions)} will go back to pending. ${many ? "Their" : "Its"} pairs won't be suggested again.`,
    action: "Dismiss all",
  };
}

function howMany(suggestions: Suggestion[], total: number): string {
  const { length } = suggestions;
  if (total > length) return `the oldest ${length} of ${total} suggestions`;
  return length === 1 ? "1 suggestion" : `all ${length} suggestions`;
}

/** "12 deposits with 1,240.00 USD in total" */
function deposits(suggestions: Suggestion[]): string {
  const sums = sumsByCurrency(
    suggestions.map(({ deposit: { total_amt, currency } }) => ({
      amount: parseDecimal(total_amt, currency),
      currency,
    })),
  );
  const amounts = sums.map(({ currency, value }) => `${formatAmount(value)} ${currency}`);
  const { length } = suggestions;
  return length === 1
    ? `1 deposit of ${amounts.join(" and ")}`
    : `${length} deposits totaling ${amounts.join(" and ")}`;
}

/** The ones to look at first are on top, in the order of the list otherwise. */
export function lowConfidenceFirst(suggestions: readonly Suggestion[]): Suggestion[] {
  return [...suggestions.filter(isUnsure), ...suggestions.filter((each) => !isUnsure(each))];
}

/** Whether any of its pairs is doubtful. */
function isUnsure({ probability }: Suggestion): boolean {
  return confidenceOf({ probability, origin: "suggestion" }) === "Unsure";
}
