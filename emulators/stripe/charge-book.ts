import type Stripe from "stripe";
import { type Mint, mintId } from "../mint";
import { newDispute } from "./dispute";
import { invoiceFor } from "./invoices";
import {
  type ChargeFacts,
  newBalanceTransaction,
  newCharge,
  newCustomer,
  newRefund,
} from "./objects";
import type { StripeState } from "./state";

/** An amount in minor units of a currency. */
export type Paid = Pick<ChargeFacts, "amount" | "currency">;

/** Records charges and what becomes of them, each with its balance transaction, as Stripe would. */
export class ChargeBook {
  protected readonly state: StripeState;
  protected readonly mint: Mint;

  constructor(state: StripeState, mint: Mint) {
    this.state = state;
    this.mint = mint;
  }

  customer(name: string, email: string | null, created: number): Stripe.Customer {
    const customer = newCustomer(mintId(this.mint, "cus_", 14), name, email, created);
    this.state.customers.push(customer);
    return customer;
  }

  /**
   * A card payment; the fee is 2.9 % and 30 minor units.
   * @param paid what the customer paid, where Stripe converted it to the amount of `facts`
   */
  charge(facts: ChargeFacts, paid?: Paid): Stripe.BalanceTransaction {
    const charge = newCharge(this.mint, { ...facts, ...paid });
    this.state.charges.push(charge);
    const entry = this.enter({
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
    const refund = newRefund(this.mint, charge, Math.round(amount / rate), created);
    charge.amount_refunded += refund.amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    this.state.refunds.push(refund);
    const entry = this.enter({
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
    const refund = newRefund(this.mint, charge, amount, created);
    this.state.refunds.push(refund);
    charge.amount_captured -= amount;
    return this.enter({
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
    return this.enter({
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
    const refund = this.state.refunds.find(({ id }) => id === refundId);
    if (!refund) throw new Error(`no refund ${refundId}`);
    refund.status = "failed";
    return this.enter({
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
    const dispute = newDispute(this.mint, charge, created);
    charge.disputed = true;
    this.state.disputes.push(dispute);
    const entry = this.enter({
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
    return this.state.disputes.at(-1);
  }

  /** The dispute is won: the amount returns, the fee does not. */
  disputeReversal(disputeId: string, created: number, availableOn: number) {
    const dispute = this.state.disputes.find(({ id }) => id === disputeId);
    if (!dispute) throw new Error(`no dispute ${disputeId}`);
    dispute.status = "won";
    const entry = this.enter({
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

  /** The charge behind a balance transaction was made for an invoice of Stripe Billing. */
  invoiced(entry: Stripe.BalanceTransaction, invoice: { number: string; created: number }): void {
    invoiceFor(this.state, this.mint, this.#charge(String(entry.source)), invoice);
  }

  /** The account's currency, and how much of it the charge's is worth, as its own entry says. */
  #settledAs(charge: Stripe.Charge): { currency: string; rate: number } {
    const { balance_transaction: id } = charge;
    const own = this.state.balanceTransactions.find((entry) => entry.id === id);
    return { currency: own?.currency ?? charge.currency, rate: own?.exchange_rate ?? 1 };
  }

  #charge(id: string): Stripe.Charge {
    const charge = this.state.charges.find((each) => each.id === id);
    if (!charge) throw new Error(`no charge ${id}`);
    return charge;
  }

  protected enter(facts: Parameters<typeof newBalanceTransaction>[1]): Stripe.BalanceTransaction {
    const entry = newBalanceTransaction(this.mint, facts);
    this.state.balanceTransactions.push(entry);
    return entry;
  }
}

/** 2.9 % rounded to the minor unit, and 30 minor units. */
function processingFee(amount: number): number {
  return Math.round((amount * 29) / 1000) + 30;
}
