import type { ReceiptKind } from "@/lib/contracts/values/planned-payments";

interface TitledReceipt {
  kind: ReceiptKind;
  customer: { Id: string | null; name: string } | null;
}

/** For the user: "Sales receipt for Anna Li (new customer)" */
export function receiptTitle({ kind, customer }: TitledReceipt): string {
  const what = kind === "RefundReceipt" ? "Refund receipt" : "Sales receipt";
  if (customer === null || customer.name === "") return `${what} without a customer`;
  return `${what} for ${customer.name}${customer.Id === null ? " (new customer)" : ""}`;
}
