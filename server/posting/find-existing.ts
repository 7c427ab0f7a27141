import { addDays } from "@/lib/dates";
import { mentions, WINDOW_DAYS } from "@/server/posting/recorded-elsewhere/facts";
import type { CredentialStore } from "@/server/providers/credential-store";
import type {
  DepositDraft,
  DepositDraftPayment,
  Ledger,
  LedgerDeposit,
  LedgerPaymentRecord,
} from "@/server/providers/ledger";
import { depositsHolding } from "./created-records";

export type Existing =
  /** Not by the payout's id, nor by our payments. `nearby`: the Deposits of about these days. */
  | { found: "none"; nearby: LedgerDeposit[] }
  /** It is this payout's Deposit, to the cent: link to it instead of making another. */
  | { found: "same"; deposit: LedgerDeposit }
  /** QuickBooks holds our payments in a way that does not fit: the user must check. */
  | { found: "conflict"; message: string };

/**
 * Looks for an existing Deposit of this payout in QuickBooks: created by us before a crash, by a user, or by
 * another app. It has the payout's id in its note, or our payments.
 * @param payout its id, and the day it reached the bank, by which people date its Deposit.
 * @param planned ids of payments in the draft that are created later.
 */
export async function findExisting(
  ledger: Ledger,
  credentials: CredentialStore<unknown>,
  draft: DepositDraft,
  payout: { id: string; date: string },
  planned: ReadonlySet<string> = new Set(),
): Promise<Existing> {
  const nearby = await depositsAround(ledger, credentials, payout.date, draft.date);
  const named = nearby.find((deposit) => mentions(deposit.note, payout.id));
  if (named) return judge(named, draft, `mentions payout ${payout.id}`);

  const payments = draft.payments.filter(({ providerId }) => !planned.has(providerId));
  const fresh = await ledger.readPayments(credentials, payments);
  const elsewhere = fresh.find((payment) => payment.depositedOn !== null);
  if (elsewhere?.depositedOn) {
    const holder = await ledger.readDeposit(credentials, elsewhere.depositedOn);
    if (holder && holdsExactly(holder, draft))
      return judge(holder, draft, "already includes these payments");
    return conflict(
      `The payment${elsewhere.customerName && ` from ${elsewhere.customerName}`} is already on QuickBooks Deposit ${elsewhere.depositedOn}`,
    );
  }
  const open = new Map(fresh.map((payment) => [`${payment.kind} ${payment.providerId}`, payment]));
  for (const payment of payments) {
    const { kind, providerId, amount } = payment;
    const now = open.get(`${kind} ${providerId}`);
    if (!now || !isWhereItWas(now, payment))
      return conflict(`QuickBooks ${kind} ${providerId} can no longer be deposited`);
    if (now.amount !== amount)
      return conflict(`QuickBooks ${kind} ${providerId} now has a different amount`);
  }
  return { found: "none", nearby };
}

/** In Undeposited Funds, or in the account that it was booked to. */
function isWhereItWas(now: LedgerPaymentRecord, { line }: DepositDraftPayment): boolean {
  return line ? now.bookedTo === line.accountId : now.open;
}

/**
 * The Deposit that a creation without an answer may have left behind: ours by its note and its total.
 * @returns its id; null when there is none.
 */
export async function findOurs(
  ledger: Ledger,
  credentials: CredentialStore<unknown>,
  { date, total, isOurs }: Pick<DepositDraft, "date" | "total"> & { isOurs(note: string): boolean },
): Promise<string | null> {
  const nearby = await depositsAround(ledger, credentials, date, date);
  const ours = nearby.find((deposit) => isOurs(deposit.note) && deposit.total === total);
  return ours?.id ?? null;
}

/** @param from not later than `to`. */
function depositsAround(
  ledger: Ledger,
  credentials: CredentialStore<unknown>,
  from: string,
  to: string,
) {
  return ledger.depositsBetween(credentials, addDays(from, -WINDOW_DAYS), addDays(to, WINDOW_DAYS));
}

function judge(deposit: LedgerDeposit, draft: DepositDraft, why: string): Existing {
  const what = `QuickBooks Deposit ${deposit.id} ${why}`;
  if (deposit.total !== draft.total || deposit.currency !== draft.currency) {
    return conflict(`${what}, but its total is different`);
  }
  // If linked, our payments would stay in Undeposited Funds although their match says posted.
  if (!holdsExactly(deposit, draft)) {
    return conflict(`${what}, but includes different payments`);
  }
  return { found: "same", deposit };
}

function conflict(message: string): Existing {
  return { found: "conflict", message };
}

function holdsExactly(deposit: LedgerDeposit, draft: DepositDraft): boolean {
  const held = new Set(deposit.payments.map((payment) => payment.providerId));
  const linked = draft.payments.filter(({ line }) => !line);
  const booked = draft.payments.flatMap(({ line, amount }) =>
    line ? { bookedTo: line.accountId, amount } : [],
  );
  return (
    held.size === linked.length &&
    linked.every((payment) => held.has(payment.providerId)) &&
    depositsHolding(deposit, booked).length === booked.length
  );
}
