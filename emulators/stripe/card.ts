import type Stripe from "stripe";
import { type Mint, mintId } from "../mint";

export function noAddress(): Stripe.Address {
  return { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
}

/** A Visa card in the shape of `payment_method_details`. */
export function newCardDetails(mint: Mint): Stripe.Charge.PaymentMethodDetails {
  return {
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: "visa",
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: "pass",
      },
      country: "US",
      electronic_commerce_indicator: null,
      exp_month: 8,
      exp_year: 2030,
      fingerprint: mintId(mint, "", 16),
      funding: "credit",
      installments: null,
      last4: "4242",
      mandate: null,
      network: "visa",
      network_transaction_id: null,
      regulated_status: null,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
    type: "card",
  };
}
