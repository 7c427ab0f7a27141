import type { ReceiptPreview } from "@/lib/contracts/receipts";
import { formatAmount } from "@/lib/format";

type Sums = ReceiptPreview["sums"];

const WORDS = {
  SalesReceipt: ["sales receipt", "sales receipts"],
  RefundReceipt: ["refund receipt", "refund receipts"],
} as const;

/**
 * For the user: "6 sales receipts, 1,240.00 · 1 refund receipt, 45.00"
 * @param home the company's currency, which is not named
 */
export function sumSentence(sums: Sums, home: string | undefined): string {
  if (sums.length === 0) return "Nothing to record.";
  return sums
    .toSorted((a, b) => b.kind.localeCompare(a.kind))
    .map(({ kind, count, amount, currency }) => {
      const [one, many] = WORDS[kind];
      return `${count} ${count === 1 ? one : many}, ${currency === home ? "" : `${currency} `}${formatAmount(amount)}`;
    })
    .join(" · ");
}

/** For the user: "5 customers in QuickBooks, 2 new ones · 1 line left out" */
export function countSentence({
  rows,
  left_out,
}: Pick<ReceiptPreview, "rows" | "left_out">): string {
  const customers = rows.flatMap(({ receipt }) => receipt.customer ?? []);
  const known = new Set(customers.flatMap(({ Id }) => Id ?? []));
  const made = new Set(
    customers.flatMap(({ Id, name }) => (Id === null ? name.toLowerCase() : [])),
  );
  const nameless = rows.length - customers.length;
  const parts = [
    known.size > 0 && `${counted(known.size, "customer", "customers")} in QuickBooks`,
    made.size > 0 && counted(made.size, "new customer", "new customers"),
    nameless > 0 && `${nameless} without a customer`,
    left_out.length > 0 && `${counted(left_out.length, "line", "lines")} left out`,
  ];
  return parts.filter(Boolean).join(" · ");
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
