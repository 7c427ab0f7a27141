import { PREVIEW_DAYS } from "@/lib/constants/rules";
import type { RulePreview } from "@/lib/contracts/rules";
import { formatAmount } from "@/lib/format";

/** What a rule would have covered: "12 lines in the last 90 days, 300.00 USD in all." */
export function coveredText({ count, sums }: RulePreview): string {
  if (count === 0) return `No line in the last ${PREVIEW_DAYS} days.`;
  const amounts = sums.map(({ amount, currency }) => `${formatAmount(amount)} ${currency}`);
  return `${lines(count)} in the last ${PREVIEW_DAYS} days, ${amounts.join(" and ")} in all.`;
}

/** Where it would have been wrong; empty where it would not. */
export function wrongText({ count, wrong }: RulePreview): string {
  if (wrong === 0) return "";
  const which = wrong === count ? (count === 1 ? "It" : "All of them") : `${wrong} of them`;
  const were = wrong === 1 || (wrong === count && count === 1) ? "was" : "were";
  return `${which} ${were} matched to payments in QuickBooks. If a payment is entered later than the rule waits, the sale is recorded twice.`;
}

/** What happens as soon as it is on. */
export function openText({ open }: RulePreview): string {
  if (open === 0) return "None of them is open now.";
  return open === 1
    ? "1 is open now and may be decided at once."
    : `${open} are open now and may be decided at once.`;
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count.toLocaleString("en-US")} lines`;
}
