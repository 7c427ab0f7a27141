import type Stripe from "stripe";
import { z } from "zod";
import type { Mint } from "../mint";
import { StripeBook } from "./book";
import type { StripeState } from "./state";

export const payoutChange = z.strictObject({
  id: z.string(),
  status: z.enum(["pending", "in_transit", "paid", "failed", "canceled"]).optional(),
  /** Reverses the payout with a separate payout, as a platform can. */
  reverse: z.boolean().default(false),
  /** Stripe lists an adjustment of that amount in it from now on. */
  adjustment: z.int().optional(),
});

/** @throws Error for an unknown payout. */
export function changePayout(
  state: StripeState,
  mint: Mint,
  { id, status, reverse, adjustment }: z.output<typeof payoutChange>,
): { payout: Stripe.Payout; reversal?: Stripe.Payout } {
  const payout = state.payouts.find((each) => each.id === id);
  if (!payout) throw new Error(`no payout ${id}`);
  const book = new StripeBook(state, mint);
  if (status) setStatus(book, payout, status);
  if (adjustment !== undefined) {
    const entry = book.adjustment(adjustment, "Adjustment", payout.created, payout.currency);
    state.paidOutBy[entry.id] = payout.id;
  }
  return reverse ? { payout, reversal: book.reversal(payout) } : { payout };
}

function setStatus(book: StripeBook, payout: Stripe.Payout, status: string): void {
  payout.status = status;
  if (payout.automatic && status === "paid") payout.reconciliation_status = "completed";
  if (status !== "failed" && status !== "canceled") return;
  payout.failure_balance_transaction ??= book.returned(payout, status).id;
  if (status === "failed") {
    payout.failure_code = "account_closed";
    payout.failure_message = "The bank account has been closed.";
  }
}

export const platformInput = z.strictObject({ extension: z.boolean() });

/** Whether the application that asks for consent is one of Stripe's extensions. */
export function changePlatform(
  state: StripeState,
  { extension }: z.output<typeof platformInput>,
): { extension: boolean } {
  state.standardPlatform = !extension;
  return { extension };
}

/** Permissions that the restricted key loses from now on. */
export const restrictedKeyInput = z.strictObject({
  lacks: z.array(z.string()),
  readsAccount: z.boolean().default(false),
});

export function changeRestrictedKey(
  state: StripeState,
  { lacks, readsAccount }: z.output<typeof restrictedKeyInput>,
): { lacks: string[] } {
  state.restrictedKeyLacks = lacks;
  state.restrictedKeyReadsAccount = readsAccount;
  return { lacks };
}
