import { confidenceOf } from "@/components/books/confidence";
import { sumsByCurrency } from "@/components/books/sums-by-currency";
import type { Suggestion } from "@/lib/contracts/matches";
import { formatAmount } from "@/lib/format";
import { parseDecimal } from "@/lib/money";

export interface BulkWords {
  title: string;
  text: string;
  action: string;
}

/** What confirming all of these does. @param total also those that the list does not hold. */
export function confirmOf(suggestions: Suggestion[], total: number): BulkWords {
  const unsure = suggestions.filter(isUnsure).length;
  return {
    title: `Confirm ${howMany(suggestions, total)}?`,
    text: [
      `${deposits(suggestions)} will be matched and posted to QuickBooks.`,
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
export function isUnsure({ probability }: Suggestion): boolean {
  return confidenceOf({ probability, origin: "suggestion" }) === "Unsure";
}
