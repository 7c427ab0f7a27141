import type { LineKind } from "@/lib/contracts/deposits";

// Disputes hide inside the type "adjustment", so Stripe advises to classify by reporting category.
const BY_CATEGORY = kinds({
  charge: "charge",
  charge_failure: "adjustment",
  refund: "refund",
  refund_failure: "adjustment",
  partial_capture_reversal: "adjustment",
  dispute: "dispute",
  dispute_reversal: "dispute_reversal",
  fee: "fee",
  network_cost: "fee",
  tax: "fee",
  other_adjustment: "adjustment",
  risk_reserved_funds: "reserve",
  connect_reserved_funds: "reserve",
});

const BY_TYPE = kinds({
  charge: "charge",
  payment: "charge",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "adjustment",
  payment_failure_refund: "adjustment",
  payment_reversal: "adjustment",
  adjustment: "adjustment",
  stripe_fee: "fee",
  stripe_fx_fee: "fee",
  tax_fee: "fee",
  reserve_transaction: "reserve",
  reserve_hold: "reserve",
  reserve_release: "reserve",
  reserved_funds: "reserve",
  payment_network_reserve_hold: "reserve",
  payment_network_reserve_release: "reserve",
  payout_minimum_balance_hold: "reserve",
  payout_minimum_balance_release: "reserve",
});

/** Undefined for what Stripe has added since, or what no business of ours has (transfers, issuing). */
export function lineKind(category: string | null | undefined, type: string): LineKind | undefined {
  return BY_CATEGORY.get(category ?? "") ?? BY_TYPE.get(type);
}

function kinds(table: Record<string, LineKind>): ReadonlyMap<string, LineKind> {
  return new Map(Object.entries(table));
}
