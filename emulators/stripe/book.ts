import type Stripe from "stripe";
import { toDayNumber } from "@/lib/dates";
import { sumMinor } from "@/lib/money";
import { ChargeBook } from "./charge-book";
import { newPayout } from "./objects";

/** Midnight UTC of a calendar date, in unix seconds. */
export function unixDay(date: string): number {
  return toDayNumber(date) * 86_400;
}

/** Records what happens on a Stripe account: its charges, its own bills, and payouts. */
export class StripeBook extends ChargeBook {
  /** Stripe's own bill, such as a monthly usage fee: a negative entry without a source. */
  stripeFee(amount: number, description: string, created: number, currency: string) {
    return this.enter({
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
    return this.enter({
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
    return this.enter({
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
    const reversal = newPayout(this.mint, {
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
    this.state.payouts.push(reversal);
    return reversal;
  }

  adjustment(amount: number, description: string, created: number, currency: string) {
    return this.enter({
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
    const bank = this.state.bankAccounts.find((account) => account.currency === wanted);
    const payout = newPayout(this.mint, { ...when, amount, currency, bank: bank?.id ?? null });
    if (when.reconciled === false) payout.reconciliation_status = "not_applicable";
    const own = this.enter({
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
    this.state.payouts.push(payout);
    for (const entry of [...entries, own]) {
      entry.status = "available";
      if (when.automatic && when.reconciled !== false) this.state.paidOutBy[entry.id] = payout.id;
    }
    return payout;
  }
}
