import type Stripe from "stripe";
import { toDayNumber } from "@/lib/dates";
import { sumMinor } from "@/lib/money";
import { type Mint, mintId } from "../mint";
import { newDispute } from "./dispute";
import { invoiceFor } from "./invoices";
import {
  type ChargeFacts,
  newBalanceTransaction,
  newCharge,
  newCustomer,
  newPayout,
  newRefund,
} from "./objects";
import type { StripeState } from "./state";

/** Midnight UTC of a calendar date, in unix seconds. */
export function unixDay(date: string): number {
  return toDayNumber(date) * 86_400;
}

/** An amount in minor units of a currency. */
export type Paid = Pick<ChargeFacts, "amount" | "currency">;

/** Records what happens on a Stripe account, each with its balance transaction, as Stripe would. */
export class StripeBook {
  readonly #state: StripeState;
  readonly #mint: Mint;

  constructor(state: StripeState, mint: Mint) {
    this.#state = state;
    this.#mint = mint;
  }

  customer(name: string, email: string | null, created: number): Stripe.Customer {
    const customer = newCustomer(mintId(this.#mint, "cus_", 14), name, email, created);
    this.#state.customers.push(customer);
    return customer;
  }

  /**
   * A card payment; the fee is 2.9 % and 30 minor units.
   * @param paid what the customer paid, where Stripe converted it to the amount of `facts`
   */
  charge(facts: ChargeFacts, paid?: Paid): Stripe.BalanceTransaction {
    const charge = newCharge(this.#mint, { ...facts, ...paid });
    this.#state.charges.push(charge);
    const entry = this.#enter({
      type: "charge",
      amount: facts.amount,
      fee: processingFee(facts.amount),
      currency: facts.currency,
      ...(paid && { exchangeRate: facts.amount / paid.amount }),
      created: facts.created,
      availableOn: facts.availableOn,
      description: facts.description,
      source: charge.id,
    });
    charge.balance_transaction = entry.id;
    return entry;
  }

  /** @param amount in the account's currency */
  refund(chargeId: string, amount: number, created: number, availableOn: number) {
    const charge = this.#charge(chargeId);
    const { currency, rate } = this.#settledAs(charge);
    const refund = newRefund(this.#mint, charge, Math.round(amount / rate), created);
    charge.amount_refunded += refund.amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    this.#state.refunds.push(refund);
    const entry = this.#enter({
      type: "refund",
      amount: -amount,
      fee: 0,
      currency,
      ...(rate !== 1 && { exchangeRate: rate }),
      created,
      availableOn,
      description: charge.description ? `REFUND FOR CHARGE (${charge.description})` : null,
      source: refund.id,
    });
    refund.balance_transaction = entry.id;
    return entry;
  }

  /** Less is captured than was authorized: the rest goes back, with its part of the fee. */
  release(chargeId: string, amount: number, created: number, availableOn: number) {
    const charge = this.#charge(chargeId);
    const refund = newRefund(this.#mint, charge, amount, created);
    this.#state.refunds.push(refund);
    charge.amount_captured -= amount;
    return this.#enter({
      type: "refund",
      reportingCategory: "partial_capture_reversal",
      amount: -amount,
      fee: processingFee(charge.amount_captured) - processingFee(charge.amount_captured + amount),
      currency: charge.currency,
      ...{ created, availableOn, description: charge.description, source: refund.id },
    });
  }

  /** The customer's bank takes a debit back that was paid already. */
  debitReturned(chargeId: string, fee: number, created: number): Stripe.BalanceTransaction {
    const charge = this.#charge(chargeId);
    return this.#enter({
      type: "payment_failure_refund",
      reportingCategory: "charge_failure",
      amount: -charge.amount,
      fee,
      currency: charge.currency,
      ...{ created, availableOn: created, description: "Payment failure refund" },
      source: charge.id,
    });
  }

  /** A refund can't be credited: its money comes back. */
  refundFailed(refundId: string, created: number): Stripe.BalanceTransaction {
    const refund = this.#state.refunds.find(({ id }) => id === refundId);
    if (!refund) throw new Error(`no refund ${refundId}`);
    refund.status = "failed";
    return this.#enter({
      type: "refund_failure",
      reportingCategory: "refund_failure",
      amount: refund.amount,
      fee: 0,
      currency: refund.currency,
      ...{ created, availableOn: created, description: "REFUND FAILURE", source: refund.id },
    });
  }

  /** The customer's bank reverses the charge, and Stripe takes its 15.00 dispute fee. */
  dispute(chargeId: string, created: number, availableOn: number): Stripe.BalanceTransaction {
    const charge = this.#charge(chargeId);
    const dispute = newDispute(this.#mint, charge, created);
    charge.disputed = true;
    this.#state.disputes.push(dispute);
    const entry = this.#enter({
      type: "adjustment",
      reportingCategory: "dispute",
      amount: -charge.amount,
      fee: 1500,
      feeDescription: "Dispute fee",
      currency: charge.currency,
      created,
      availableOn,
      description: `Chargeback withdrawal for ${charge.id}`,
      source: dispute.id,
    });
    dispute.balance_transactions.push(entry);
    return entry;
  }

  lastDispute(): Stripe.Dispute | undefined {
    return this.#state.disputes.at(-1);
  }

  /** The dispute is won: the amount returns, the fee does not. */
  disputeReversal(disputeId: string, created: number, availableOn: number) {
    const dispute = this.#state.disputes.find(({ id }) => id === disputeId);
    if (!dispute) throw new Error(`no dispute ${disputeId}`);
    dispute.status = "won";
    const entry = this.#enter({
      type: "adjustment",
      reportingCategory: "dispute_reversal",
      amount: dispute.amount,
      fee: 0,
      currency: dispute.currency,
      created,
      availableOn,
      description: `Chargeback reversal for ${String(dispute.charge)}`,
      source: dispute.id,
    });
    dispute.balance_transactions.push(entry);
    return entry;
  }

  /** Stripe's own bill, such as a monthly usage fee: a negative entry without a source. */
  stripeFee(amount: number, description: string, created: number, currency: string) {
    return this.#enter({
      type: "stripe_fee",
      amount: -amount,
      fee: 0,
      currency,
      created,
      availableOn: created,
      description,
      source: null,
    });
  }

  /** Any entry without a source, under its type and reporting category. */
  other(
    facts: { type: Stripe.BalanceTransaction["type"]; reportingCategory: string; amount: number },
    created: number,
    currency: string,
  ) {
    return this.#enter({
      ...facts,
      fee: 0,
      currency,
      created,
      availableOn: created,
      description: null,
      source: null,
    });
  }

  /** The bank rejected a payout: its money returns to the balance. */
  returned(payout: Stripe.Payout, status: "failed" | "canceled"): Stripe.BalanceTransaction {
    return this.#enter({
      type: status === "failed" ? "payout_failure" : "payout_cancel",
      reportingCategory: "payout_reversal",
      amount: payout.amount,
      fee: 0,
      currency: payout.currency,
      created: payout.arrival_date,
      availableOn: payout.arrival_date,
      description: "STRIPE PAYOUT FAILURE",
      source: payout.id,
    });
  }

  /** Reverses a paid payout with a negative payout. */
  reversal(payout: Stripe.Payout): Stripe.Payout {
    const reversal = newPayout(this.#mint, {
      amount: -payout.amount,
      currency: payout.currency,
      created: payout.arrival_date + 3_600,
      arrival: payout.arrival_date + 86_400,
      status: "paid",
      automatic: false,
      bank: null,
    });
    reversal.original_payout = payout.id;
    payout.reversed_by = reversal.id;
    this.#state.payouts.push(reversal);
    return reversal;
  }

  adjustment(amount: number, description: string, created: number, currency: string) {
    return this.#enter({
      type: "adjustment",
      amount,
      fee: 0,
      currency,
      created,
      availableOn: created,
      description,
      source: null,
    });
  }

  /** The charge behind a balance transaction was made for an invoice of Stripe Billing. */
  invoiced(entry: Stripe.BalanceTransaction, invoice: { number: string; created: number }): void {
    invoiceFor(this.#state, this.#mint, this.#charge(String(entry.source)), invoice);
  }

  /**
   * Pays `entries` out. Their net is the payout's amount, unless something of it is `unlisted`. A manual payout takes
   * the same money, but Stripe does not list its contents. @param when.bank the currency of the bank account, where it is
   * another one.
   */
  payout(
    entries: readonly Stripe.BalanceTransaction[],
    when: {
      created: number;
      arrival: number;
      status: string;
      automatic: boolean;
      method?: "standard" | "instant";
      unlisted?: number;
      bank?: string;
      reconciled?: boolean;
    },
  ): Stripe.Payout {
    const currency = entries[0]?.currency ?? "usd";
    const amount = sumMinor(entries.map(({ net }) => net)) + (when.unlisted ?? 0);
    const wanted = when.bank ?? currency;
    const bank = this.#state.bankAccounts.find((account) => account.currency === wanted);
    const payout = newPayout(this.#mint, { ...when, amount, currency, bank: bank?.id ?? null });
    if (when.reconciled === false) payout.reconciliation_status = "not_applicable";
    const own = this.#enter({
      type: "payout",
      amount: -amount,
      fee: 0,
      currency,
      created: when.created,
      availableOn: when.arrival,
      description: "STRIPE PAYOUT",
      source: payout.id,
    });
    payout.balance_transaction = own.id;
    this.#state.payouts.push(payout);
    for (const entry of [...entries, own]) {
      entry.status = "available";
      if (when.automatic && when.reconciled !== false) this.#state.paidOutBy[entry.id] = payout.id;
    }
    return payout;
  }

  /** The account's currency, and how much of it the charge's is worth, as its own entry says. */
  #settledAs(charge: Stripe.Charge): { currency: string; rate: number } {
    const { balance_transaction: id } = charge;
    const own = this.#state.balanceTransactions.find((entry) => entry.id === id);
    return { currency: own?.currency ?? charge.currency, rate: own?.exchange_rate ?? 1 };
  }

  #charge(id: string): Stripe.Charge {
    const charge = this.#state.charges.find((each) => each.id === id);
    if (!charge) throw new Error(`no charge ${id}`);
    return charge;
  }

  #enter(facts: Parameters<typeof newBalanceTransaction>[1]): Stripe.BalanceTransaction {
    const entry = newBalanceTransaction(this.#mint, facts);
    this.#state.balanceTransactions.push(entry);
    return entry;
  }
}

/** 2.9 % rounded to the minor unit, and 30 minor units. */
function processingFee(amount: number): number {
  return Math.round((amount * 29) / 1000) + 30;
}
