import type { DepositLine } from "@/generated/prisma/client";
import { toDecimal } from "@/lib/money";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { providerName } from "@/server/connections/find";
import { UnusableInputError } from "@/server/platform/errors";
import type { PaymentPlan } from "./plan-payments";
import { processorReference } from "./processor-reference";
import { receiptKind } from "./propose-receipt";

/** What of a receipt a user chooses. */
export type ReceiptChoice = Pick<
  PaymentPlan,
  "customer" | "item" | "taxCode" | "class" | "date"
> & {
  memo: string;
};

const WORDS = {
  SalesReceipt: { noun: "Sales receipt", to: "for" },
  RefundReceipt: { noun: "Refund receipt", to: "to" },
} as const;

export const CREATED_LATER = "Created in QuickBooks when this deposit posts";

/**
 * One receipt over the sum of lines.
 * @throws UnusableInputError without a product or service, and for lines that one receipt can't record.
 */
export function receiptPlan(
  deposit: DepositWithLines,
  lines: DepositLine[],
  { memo, ...choice }: ReceiptChoice,
): PaymentPlan {
  const [kind, ...others] = new Set(lines.map(receiptKind));
  const [first] = lines;
  if (!kind || !first) {
    throw new UnusableInputError(
      "Only charges, refunds and disputes can get a receipt. Choose an account instead.",
    );
  }
  if (others.length > 0) {
    throw new UnusableInputError("Money in and money out can't share a receipt. Plan two.");
  }
  if (!choice.item) {
    const message = "Choose a product or service first.";
    throw new UnusableInputError(message, { fields: { item_id: message } });
  }
  const amount = lines.reduce((total, { gross }) => total + Number(gross), 0);
  const references = lines.map(processorReference);
  const { noun, to } = WORDS[kind];
  const whom = choice.customer ? ` ${to} ${choice.customer.name}` : "";
  const sum = toDecimal(Math.abs(amount), deposit.currency);
  return {
    ...choice,
    ...{ deposit, lines, kind, amount, invoices: [], credit: 0 },
    reference: references[0] ?? "",
    note: [memo, `${providerName(deposit.integration.provider)} ${references.join(" ")}`]
      .filter(Boolean)
      .join(" · "),
    texts: [`${noun} of ${sum}${whom}`, CREATED_LATER],
  };
}
