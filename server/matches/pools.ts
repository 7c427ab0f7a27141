import type { Deposit, Integration, LedgerPayment } from "@/generated/prisma/client";
import { findLedger, providerName, sourceName } from "@/server/connections/find";
import {
  accountForPayouts,
  accountOfPayment,
  hasUndepositedFunds,
  type PaymentAccount,
  readPaymentAccounts,
} from "@/server/connections/payment-account";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";

export type StoredLedger = Pick<Integration, "provider" | "settings">;
type Payout = Pick<Deposit, "integrationId" | "currency">;
type Payment = Pick<LedgerPayment, "bookedTo" | "currency">;

/**
 * Which payments may be matched with which payouts: those of the same pool. In a ledger that keeps no link between a payment
 * and its payout, a payout takes the sum of its payments out of one account, which is its source's own or anyone's: each
 * source with an account has a pool, the others share one. Where the ledger has Undeposited Funds there is only that.
 */
export interface Pools {
  /** The same pools have the same text. */
  text: string;
  ofPayout(payout: Payout): string;
  ofPayment(payment: Payment): string;
}

const SHARED = "";

export function poolsOf(ledger: StoredLedger | null): Pools {
  const accounts = ledger && clearingAccounts(ledger);
  if (!accounts) return { text: "", ofPayout: () => SHARED, ofPayment: () => SHARED };
  return {
    text: JSON.stringify(accounts),
    ofPayout: (payout) => accountForPayouts(accounts, payout)?.source ?? SHARED,
    ofPayment: (payment) => accountOfPayment(accounts, payment)?.source ?? SHARED,
  };
}

/** Null where payments wait in Undeposited Funds, from which a payout takes any of them. */
function clearingAccounts(ledger: StoredLedger): readonly PaymentAccount[] | null {
  return hasUndepositedFunds(ledger) ? null : readPaymentAccounts(ledger.settings);
}

type Belongs = (
  payout: Payout,
  payment: Payment & Pick<LedgerPayment, "state" | "customerName">,
) => { account: PaymentAccount | null; waits: PaymentAccount | null } | null;

/** The accounts that keep a payment from a payout; null where they agree, and for a payment yet to be created. */
export async function accountConflicts(tx: Tx, ctx: CompanyContext): Promise<Belongs> {
  const ledger = await findLedger(ctx, tx);
  const accounts = ledger && clearingAccounts(ledger);
  if (!accounts) return () => null;
  return (payout, payment) => {
    if (payment.state === "planned") return null;
    const account = accountForPayouts(accounts, payout);
    const waits = accountOfPayment(accounts, payment);
    return account && waits?.id === account.id ? null : { account, waits };
  };
}

/**
 * A payout takes the sum of its payments out of one account, see {@link Pools}.
 * @throws UnusableInputError where a payment waits in another, saying which and what to do.
 */
export async function requireOneAccount(
  tx: Tx,
  ctx: CompanyContext,
  payout: Payout & { integration: Pick<Integration, "provider" | "displayName"> },
  payments: readonly Parameters<Belongs>[1][],
): Promise<void> {
  const conflictOf = await accountConflicts(tx, ctx);
  for (const payment of payments) {
    const conflict = conflictOf(payout, payment);
    if (!conflict) continue;
    const { provider, displayName } = payout.integration;
    const payouts = `${sourceName(provider, displayName)} payouts in ${payout.currency}`;
    const ledger = await findLedger(ctx, tx);
    const books = ledger ? providerName(ledger.provider) : "the books";
    if (!conflict.account) {
      throw new UnusableInputError(
        `Choose in ${books} Settings which account the payments of ${payouts} wait in.`,
      );
    }
    const whose = payment.customerName ? `The payment of ${payment.customerName}` : "A payment";
    throw new UnusableInputError(
      `${whose} waits in ${conflict.waits?.name ?? "another account"}, but ${payouts} are taken from ${conflict.account.name}. Book it there in ${books}, or change the accounts in ${books} Settings.`,
    );
  }
}

/** Live matches of deposits that aren't posted, with payments that wait in another account than their payout's. */
export async function misplacedMatches(tx: Tx, ctx: CompanyContext): Promise<string[]> {
  const ledger = await findLedger(ctx, tx);
  if (!ledger || hasUndepositedFunds(ledger)) return [];
  const conflictOf = await accountConflicts(tx, ctx);
  const matches = await tx.match.findMany({
    where: {
      ...{ companyId: ctx.companyId, live: true },
      deposit: { status: { in: ["pending", "suggested", "matched"] } },
    },
    select: {
      id: true,
      deposit: { select: { integrationId: true, currency: true } },
      payments: {
        select: {
          payment: { select: { bookedTo: true, currency: true, state: true, customerName: true } },
        },
      },
    },
  });
  return matches.flatMap(({ id, deposit, payments }) =>
    payments.some(({ payment }) => conflictOf(deposit, payment)) ? id : [],
  );
}
