import { capitalized } from "@/lib/capitalized";
import { addDays } from "@/lib/dates";
import { sumMinor, toDecimal } from "@/lib/money";
import type { ProviderId } from "@/lib/providers/list";
import type { CredentialStore } from "@/server/providers/credential-store";
import type {
  DepositDraft,
  DepositDraftPayment,
  Ledger,
  LedgerDeposit,
  LedgerPaymentRecord,
} from "@/server/providers/ledger";
import { wordsOf } from "@/server/work/ledger-words";
import { depositsHolding } from "./created-records";
import { recordIn } from "./record-words";
import { mentions, WINDOW_DAYS } from "./recorded-elsewhere/facts";

export type Existing =
  /** Not by the payout's id, nor by our payments. `nearby`: the Deposits of about these days. */
  | { found: "none"; nearby: LedgerDeposit[] }
  /** It is this payout's Deposit, to the cent: link to it instead of making another. */
  | { found: "same"; deposit: LedgerDeposit }
  /** The books hold our payments in a way that does not fit: the user must check. */
  | { found: "conflict"; message: string };

/** Books that are asked. */
export interface AskedBooks {
  integration: { provider: ProviderId };
  ledger: Ledger;
  credentials: CredentialStore<unknown>;
}

/**
 * Looks for an existing Deposit of this payout in the books: created by us before a crash, by a user, or by
 * another app. It has the payout's id in its note, or our payments. One of which a part is missing is none: creating it
 * completes it.
 * @param payout its id, and the day it reached the bank, by which people date its Deposit.
 * @param planned ids of payments in the draft that are created later.
 */
export async function findExisting(
  books: AskedBooks,
  draft: DepositDraft,
  payout: { id: string; date: string },
  planned: ReadonlySet<string> = new Set(),
): Promise<Existing> {
  const { ledger, credentials } = books;
  const words = wordsOf(books.integration.provider);
  const nearby = await depositsAround(books, payout.date, draft.date);
  const whole = nearby.filter(({ isPartial }) => !isPartial);
  const all = whole.filter((deposit) => mentions(deposit.note, payout.id));
  const named = all.find(({ bankId }) => bankId !== draft.clearingAccountId);
  if (named) {
    const beside = all.filter((deposit) => deposit !== named);
    return judge(named, draft, books, { why: `mentions payout ${payout.id}`, beside });
  }

  const payments = draft.payments.filter(({ providerId }) => !planned.has(providerId));
  const fresh = await ledger.readPayments(credentials, payments);
  const elsewhere = fresh.find((payment) => payment.depositedOn !== null);
  if (elsewhere?.depositedOn) {
    const holder = await ledger.readDeposit(credentials, elsewhere.depositedOn);
    if (holder && holdsExactly(holder, draft))
      return judge(holder, draft, books, { why: "already includes these payments" });
    return conflict(
      `The payment${elsewhere.customerName && ` from ${elsewhere.customerName}`} is already on ${recordIn(words, elsewhere.depositedOn)}`,
    );
  }
  const open = new Map(fresh.map((payment) => [`${payment.kind} ${payment.providerId}`, payment]));
  for (const payment of payments) {
    const now = open.get(`${payment.kind} ${payment.providerId}`);
    const title = titleOf(payment, draft, books);
    if (!now || !isWhereItWas(now, payment, draft))
      return conflict(`${title} can no longer be deposited`);
    if (now.amount !== payment.amount) return conflict(`${title} now has a different amount`);
  }
  return { found: "none", nearby: whole };
}

/** "QuickBooks Payment 145"; books that clear an account don't show ids. */
function titleOf(
  { kind, providerId, amount }: DepositDraftPayment,
  { currency, clearingAccountId }: DepositDraft,
  books: AskedBooks,
): string {
  const { name } = wordsOf(books.integration.provider);
  if (clearingAccountId === undefined) return `${name} ${kind} ${providerId}`;
  return `A payment of ${toDecimal(amount, currency)} ${currency} in ${name}`;
}

/** In Undeposited Funds, or in the account that it was booked to. */
function isWhereItWas(
  now: LedgerPaymentRecord,
  { line }: DepositDraftPayment,
  { clearingAccountId }: DepositDraft,
): boolean {
  const account = line?.accountId ?? clearingAccountId;
  return account === undefined ? now.open : now.bookedTo === account;
}

/**
 * The Deposit, or a part of it, that a creation without an answer may have left behind: ours by its note and its total.
 * @returns its id; null when there is none.
 */
export async function findOurs(
  books: AskedBooks,
  { date, total, isOurs }: Pick<DepositDraft, "date" | "total"> & { isOurs(note: string): boolean },
): Promise<string | null> {
  const nearby = await depositsAround(books, date, date);
  const ours = nearby.find(
    (deposit) => isOurs(deposit.note) && (deposit.isPartial || deposit.total === total),
  );
  return ours?.id ?? null;
}

/** @param from not later than `to`. */
function depositsAround({ ledger, credentials }: AskedBooks, from: string, to: string) {
  return ledger.depositsBetween(credentials, addDays(from, -WINDOW_DAYS), addDays(to, WINDOW_DAYS));
}

/**
 * Whether a Deposit of this payout is what the draft would make, be it on other accounts than those that are cleared.
 * @param about.why it is this payout's; `beside`: what else in the books is, such as its fees alone.
 */
export function judge(
  deposit: LedgerDeposit,
  draft: DepositDraft,
  books: Pick<AskedBooks, "integration">,
  { why, beside = [] }: { why: string; beside?: readonly LedgerDeposit[] },
): Existing {
  const what = `${capitalized(recordIn(wordsOf(books.integration.provider), deposit.id))} ${why}`;
  if (deposit.total !== draft.total || deposit.currency !== draft.currency) {
    return conflict(`${what}, but its total is different`);
  }
  if (draft.clearingAccountId !== undefined) {
    if (deposit.bankId !== "" && deposit.bankId !== draft.bankAccountId) {
      return conflict(`${what}, but it is on ${deposit.bankName || "another account"}`);
    }
    const { clearingAccountId } = draft;
    const sum = sumMinor(draft.payments.map(({ amount }) => amount));
    const taken = [deposit, ...beside].map((each) => takenFrom(each, clearingAccountId));
    if (sumMinor(taken) !== sum) {
      return conflict(`${what}, but it doesn't take these payments out of their account`);
    }
    return { found: "same", deposit };
  }
  // If linked, our payments would stay in Undeposited Funds although their match says posted.
  if (!holdsExactly(deposit, draft)) {
    return conflict(`${what}, but includes different payments`);
  }
  return { found: "same", deposit };
}

/** What a Deposit takes out of an account, in minor units: books that clear an account name no payments. */
export function takenFrom(
  { entries, bankId, total }: Pick<LedgerDeposit, "entries" | "bankId" | "total">,
  accountId: string,
): number {
  const lines = entries.flatMap((entry) => (entry.accountId === accountId ? entry.amount : []));
  return sumMinor(lines) - (bankId === accountId ? total : 0);
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
