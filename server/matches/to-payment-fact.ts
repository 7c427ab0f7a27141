import type { PaymentFact } from "@/server/deposits/findings";
import type { PaymentRow } from "./engine/jobs";

/** What a finding says of a payment; undefined for one that is no longer in the books. */
export function toPaymentFact(payment: PaymentRow | undefined): PaymentFact | undefined {
  if (!payment) return undefined;
  const { quickbooksId, kind, input } = payment;
  return {
    id: Number(input.id),
    kind,
    quickbooksId,
    number: input.reference ?? "",
    customer: input.customerName ?? "",
    amount: input.amount,
    currency: input.currency,
    date: input.date,
  };
}
