import type Stripe from "stripe";
import { type Mint, mintId } from "../mint";
import { newCardDetails, noAddress } from "./card";

export interface ChargeFacts {
  amount: number;
  currency: string;
  created: number;
  availableOn: number;
  name: string | null;
  email: string | null;
  phone?: string;
  description: string | null;
  customer?: string;
  metadata?: Record<string, string>;
}

/** Complete wire objects, checked against the types of Stripe's own package. */

export function newCustomer(
  id: string,
  name: string,
  email: string | null,
  created: number,
): Stripe.Customer {
  return {
    id,
    object: "customer",
    address: null,
    balance: 0,
    created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

export function newCharge(mint: Mint, facts: ChargeFacts): Stripe.Charge {
  return {
    id: mintId(mint, "ch_3", 23),
    object: "charge",
    amount: facts.amount,
    amount_captured: facts.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: noAddress(),
      email: facts.email,
      name: facts.name,
      phone: facts.phone ?? null,
      tax_id: null,
    },
    calculated_statement_descriptor: "SAMPLE COMPANY",
    captured: true,
    created: facts.created,
    currency: facts.currency,
    customer: facts.customer ?? null,
    description: facts.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: facts.metadata ?? {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: "approved_by_network",
      reason: null,
      risk_level: "normal",
      risk_score: 12,
      seller_message: "Payment complete.",
      type: "authorized",
    },
    paid: true,
    payment_intent: mintId(mint, "pi_3", 23),
    payment_method: mintId(mint, "pm_1", 23),
    payment_method_details: newCardDetails(mint),
    receipt_email: facts.email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

export function newRefund(
  mint: Mint,
  charge: Stripe.Charge,
  amount: number,
  created: number,
): Stripe.Refund {
  return {
    id: mintId(mint, "re_3", 23),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    // May be null: who is refunded, the charge says.
    customer: null,
    customer_account: null,
    destination_details: { card: { type: "refund" }, type: "card" },
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: "requested_by_customer",
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}

interface EntryFacts {
  type: Stripe.BalanceTransaction["type"];
  reportingCategory?: string;
  amount: number;
  fee: number;
  feeDescription?: string;
  currency: string;
  created: number;
  availableOn: number;
  description: string | null;
  source: string | null;
  /** Of the source's currency, where it is another one. */
  exchangeRate?: number;
}

const REPORTED_AS: Record<string, string> = {
  stripe_fee: "fee",
  adjustment: "other_adjustment",
};

export function newBalanceTransaction(mint: Mint, facts: EntryFacts): Stripe.BalanceTransaction {
  return {
    id: mintId(mint, facts.type === "charge" ? "txn_3" : "txn_1", 23),
    object: "balance_transaction",
    amount: facts.amount,
    available_on: facts.availableOn,
    balance_type: "payments",
    created: facts.created,
    currency: facts.currency,
    description: facts.description,
    exchange_rate: facts.exchangeRate ?? null,
    fee: facts.fee,
    fee_details:
      facts.fee === 0
        ? []
        : [
            {
              amount: facts.fee,
              application: null,
              currency: facts.currency,
              description: facts.feeDescription ?? "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: facts.amount - facts.fee,
    reporting_category: facts.reportingCategory ?? REPORTED_AS[facts.type] ?? facts.type,
    source: facts.source,
    status: "pending",
    type: facts.type,
  };
}

interface PayoutFacts {
  amount: number;
  currency: string;
  created: number;
  arrival: number;
  status: string;
  automatic: boolean;
  method?: "standard" | "instant";
  bank: string | null;
}

export function newPayout(mint: Mint, facts: PayoutFacts): Stripe.Payout {
  const done = facts.status === "paid";
  return {
    id: mintId(mint, "po_1", 23),
    object: "payout",
    amount: facts.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: facts.arrival,
    automatic: facts.automatic,
    balance_transaction: null,
    created: facts.created,
    currency: facts.currency,
    description: facts.automatic ? "STRIPE PAYOUT" : null,
    destination: facts.bank,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: facts.method ?? "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: facts.automatic
      ? done
        ? "completed"
        : "in_progress"
      : "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: facts.status,
    trace_id: done
      ? { status: "supported", value: mintId(mint, "", 16).toUpperCase() }
      : { status: "pending", value: null },
    type: "bank_account",
  };
}
