import type Stripe from "stripe";
import { type Mint, mintId } from "../mint";
import type { InvoiceFacts, StripeState } from "./state";

/** A Billing invoice and the payment of it by a charge's payment intent, as Stripe makes both before it charges. */
export function invoiceFor(
  state: StripeState,
  mint: Mint,
  charge: Stripe.Charge,
  { number, created }: { number: string; created: number },
): void {
  const { amount, currency, payment_intent } = charge;
  const id = mintId(mint, "in_1", 23);
  const invoice: InvoiceFacts = {
    ...{ id, object: "invoice", number, created, currency, total: amount, status: "paid" },
  };
  const payment: Stripe.InvoicePayment = {
    id: mintId(mint, "inpay_1", 23),
    object: "invoice_payment",
    amount_paid: amount,
    amount_requested: amount,
    created,
    currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: String(payment_intent), type: "payment_intent" },
    status: "paid",
    status_transitions: { canceled_at: null, paid_at: charge.created },
  };
  state.invoices = [...(state.invoices ?? []), invoice];
  state.invoicePayments = [...(state.invoicePayments ?? []), payment];
}
