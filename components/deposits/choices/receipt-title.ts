import type { ReceiptKind } from "@/lib/contracts/values/planned-payments";
import { type DateFormat, formatDate } from "@/lib/format-date";

interface TitledReceipt {
  kind: ReceiptKind;
  customer: { Id?: string | number | null; name: string } | null;
  /** `YYYY-MM-DD`, or "" while none is chosen. */
  date: string;
}

/** For the user: "Sales receipt for Anna Li (new customer), 11-12-2026" */
export function receiptTitle({ kind, customer, date }: TitledReceipt, format: DateFormat): string {
  const what = kind === "RefundReceipt" ? "Refund receipt" : "Sales receipt";
  const whose =
    customer === null || customer.name === ""
      ? " without a customer"
      : ` for ${customer.name}${customer.Id === null ? " (new customer)" : ""}`;
  return `${what}${whose}${date && `, ${formatDate(date, format)}`}`;
}
