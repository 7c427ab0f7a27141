import type { DepositLine } from "@/generated/prisma/client";
import type { LineOptions } from "@/lib/contracts/planned-payments";
import type { ReceiptKind } from "@/lib/contracts/values/planned-payments";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import { type ReceiptDefaults, toNamed } from "@/server/connections/receipt-settings";
import type { CustomerIdentities } from "./identify-customer";
import { payerOf } from "./load-identities";
import { processorReference } from "./require-open-lines";

type Receipt = NonNullable<LineOptions["receipt"]>;

/** The receipt that records a line: for money in, for money out, or none. */
export function receiptKind({
  kind,
  gross,
}: Pick<DepositLine, "kind" | "gross">): ReceiptKind | null {
  if (kind === "charge" || kind === "dispute_reversal") return gross > 0n ? "SalesReceipt" : null;
  if (kind === "refund" || kind === "dispute") return gross < 0n ? "RefundReceipt" : null;
  return null;
}

/**
 * The receipt that a line would get: its customer by identity, the rest from what the company chose for its
 * source.
 * @returns null for a line that no receipt can record.
 */
export function proposeReceipt(
  line: DepositLine,
  defaults: ReceiptDefaults,
  identities: CustomerIdentities,
): Receipt | null {
  const kind = receiptKind(line);
  if (!kind) return null;
  const amount = Math.abs(Number(line.gross));
  return {
    kind,
    customer: identities.of(payerOf(line)),
    item: toNamed(itemOf(kind, defaults)),
    tax_code: toNamed(defaults.taxCode),
    class: toNamed(defaults.class),
    date: dateText(line.date),
    amount: toWireDecimal(amount, line.currency),
    currency: line.currency,
    memo: defaults.memo || line.description,
    reference: processorReference(line),
  };
}

/** The product or service of a receipt, as the company chose it for a source. */
export function itemOf(kind: ReceiptKind, defaults: ReceiptDefaults) {
  return kind === "RefundReceipt" ? (defaults.refundItem ?? defaults.item) : defaults.item;
}
