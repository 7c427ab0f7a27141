import type Stripe from "stripe";
import { type Mint, mintId } from "../mint";
import type { StripeState } from "./state";

const SECOND_SEED = 7_331;

/** A standard account without history, with a dollar and a euro bank account. */
export function newStripeState(mint: Mint, company: string, created: number): StripeState {
  const id = mintId(mint, "acct_1", 15);
  return {
    account: newAccount(id, company, created),
    bankAccounts: [newBankAccount(mint, "usd", "US"), newBankAccount(mint, "eur", "DE")],
    customers: [],
    charges: [],
    refunds: [],
    disputes: [],
    balanceTransactions: [],
    payouts: [],
    paidOutBy: {},
    oauthCodes: {},
    connected: false,
  };
}

/** The company's other account, with its own key and payouts. */
export function secondAccount(first: StripeState): StripeState {
  const { business_profile: profile, created } = first.account;
  first.second ??= newStripeState(
    { seed: SECOND_SEED, minted: 0 },
    `${profile?.name} Wholesale`,
    created ?? 0,
  );
  return first.second;
}

function newAccount(id: string, company: string, created: number): Stripe.Account {
  return {
    id,
    object: "account",
    business_profile: {
      mcc: "5734",
      minority_owned_business_designation: null,
      name: company,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: "https://sample.example",
    },
    business_type: "company",
    capabilities: { card_payments: "active", transfers: "active" },
    charges_enabled: true,
    controller: { type: "account" },
    country: "US",
    created,
    default_currency: "usd",
    details_submitted: true,
    email: "owner@sample.example",
    metadata: {},
    payouts_enabled: true,
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: company, timezone: "America/Los_Angeles" },
      payments: {
        statement_descriptor: "SAMPLE COMPANY",
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      payouts: {
        debit_negative_balances: true,
        schedule: { delay_days: 2, interval: "daily" },
        statement_descriptor: null,
      },
    },
    type: "standard",
  };
}

function newBankAccount(mint: Mint, currency: string, country: string): Stripe.BankAccount {
  return {
    id: mintId(mint, "ba_1", 23),
    object: "bank_account",
    account_holder_name: null,
    account_holder_type: "company",
    account_type: null,
    bank_name: currency === "eur" ? "SAMPLE BANK BERLIN" : "STRIPE TEST BANK",
    country,
    currency,
    fingerprint: mintId(mint, "", 16),
    last4: "6789",
    routing_number: currency === "eur" ? null : "110000000",
    status: "verified",
  };
}
