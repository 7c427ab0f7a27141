import type { LineKind } from "@/lib/constants/deposits";

/**
 * Stripe's published reporting categories. Stripe recommends classifying by them, because the type "adjustment"
 * includes disputes.
 */
const BY_CATEGORY = kinds({
  charge: [
    "charge",
    // A payout that the bank returned, paid out again: customers' payments, not an expense. Where its own lines
    // are not known, it must be explained by payments before posting, as a charge.
    "payout_reversal",
  ],
  // Customers' money in the other direction too: a payment that its bank took back, the part of an authorization that
  // was not captured, and a refund that failed, which comes back. The books hold a refund receipt for it, or undo one.
  refund: ["refund", "charge_failure", "partial_capture_reversal", "refund_failure"],
  dispute: ["dispute"],
  dispute_reversal: ["dispute_reversal"],
  fee: ["fee", "network_cost", "tax"],
  reserve: ["risk_reserved_funds", "connect_reserved_funds"],
  adjustment: ["other_adjustment"],
  // Known, but none of our kinds: a platform's earnings and transfers, loans, cards, climate orders, top-ups
  // from the owner's bank account.
  other: [
    "advance",
    "advance_funding",
    "anticipation_repayment",
    "climate_order_purchase",
    "climate_order_refund",
    "connect_collection_transfer",
    "contribution",
    "financing_paydown",
    "financing_paydown_reversal",
    "financing_payout",
    "financing_payout_reversal",
    "issuing_authorization_hold",
    "issuing_authorization_release",
    "issuing_dispute",
    "issuing_transaction",
    "payout",
    "platform_earning",
    "platform_earning_refund",
    "topup",
    "topup_reversal",
    "transfer",
    "transfer_reversal",
  ],
});

/** Fallback for categories newer than the list above: the types of balance transactions. */
const BY_TYPE = kinds({
  charge: ["charge", "payment", "payout_failure", "payout_cancel"],
  refund: [
    "refund",
    "payment_refund",
    "refund_failure",
    "payment_failure_refund",
    "payment_reversal",
  ],
  fee: ["stripe_fee", "stripe_fx_fee", "tax_fee"],
  reserve: [
    "reserve_transaction",
    "reserve_hold",
    "reserve_release",
    "reserved_funds",
    "payment_network_reserve_hold",
    "payment_network_reserve_release",
    "payout_minimum_balance_hold",
    "payout_minimum_balance_release",
  ],
  adjustment: ["adjustment"],
  other: [
    "advance",
    "advance_funding",
    "anticipation_repayment",
    "application_fee",
    "application_fee_refund",
    "climate_order_purchase",
    "climate_order_refund",
    "connect_collection_transfer",
    "contribution",
    "fee_credit_funding",
    "inbound_transfer",
    "inbound_transfer_reversal",
    "issuing_authorization_hold",
    "issuing_authorization_release",
    "issuing_dispute",
    "issuing_dispute_provisional_credit",
    "issuing_dispute_provisional_credit_reversal",
    "issuing_transaction",
    "obligation_inbound",
    "obligation_outbound",
    "obligation_payout",
    "obligation_payout_failure",
    "obligation_reversal_inbound",
    "obligation_reversal_outbound",
    "payout",
    "stripe_balance_payment_debit",
    "stripe_balance_payment_debit_reversal",
    "tax_fund",
    "topup",
    "topup_reversal",
    "transfer",
    "transfer_cancel",
    "transfer_failure",
    "transfer_refund",
  ],
});

/** Transfers of customers that no payment was found for: paid to the company, or given back. */
const UNRECONCILED: ReadonlySet<string> = new Set([
  "unreconciled_customer_funds",
  "payment_unreconciled",
]);

/**
 * @param gross signed, minor units
 * @returns undefined for a category newer than this list: the caller keeps it as `other` and logs it.
 */
export function lineKind(
  category: string | null | undefined,
  type: string,
  gross: number,
): LineKind | undefined {
  if (UNRECONCILED.has(category || type)) return gross < 0 ? "refund" : "charge";
  return BY_CATEGORY.get(category ?? "") ?? BY_TYPE.get(type);
}

/** What takes a payout's money back into the balance, by category and by type. */
export const RETURNS_A_PAYOUT: ReadonlySet<string> = new Set([
  "payout_reversal",
  "payout_failure",
  "payout_cancel",
]);

/** Whether a movement brings back the money of a payout that did not stay at the bank; its source names the payout. */
export function returnsPayout(category: string | null | undefined, type = ""): boolean {
  return RETURNS_A_PAYOUT.has(category ?? "") || RETURNS_A_PAYOUT.has(type);
}

function kinds(table: Partial<Record<LineKind, string[]>>): ReadonlyMap<string, LineKind> {
  const rows = Object.entries(table) as [LineKind, string[]][];
  return new Map(rows.flatMap(([kind, names]) => names.map((name) => [name, kind] as const)));
}
