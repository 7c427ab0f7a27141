import type { JournalView } from "@/lib/contracts/journal";
import { addDays, dateText } from "@/lib/dates";
import { depositNote } from "@/lib/deposit-note";
import { waitingText } from "@/lib/line-bookings";
import { toDecimal } from "@/lib/money";
import { settle } from "@/lib/settlement";
import { type LineDefaults, withLineDefaults } from "@/server/connections/line-settings";
import { depositJournal, paymentTitle, toJournalView } from "@/server/deposits/deposit-journal";
import {
  toSettlementDeposit,
  toSettlementMatch,
  unbookedParts,
} from "@/server/deposits/settlement-rows";
import { mentions, WINDOW_DAYS } from "@/server/posting/recorded-elsewhere/facts";
import type { CredentialStore } from "@/server/providers/credential-store";
import type {
  DepositDraft,
  DepositDraftPayment,
  Ledger,
  LedgerDeposit,
  LedgerPaymentRecord,
} from "@/server/providers/ledger";
import type { ClaimedPosting, Obstacle } from "./claim-posting";
import { depositsHolding } from "./created-records";
import { bookedOn } from "./open-day-posting";

/** The sum does not close: a defect of ours, never to be posted. */
export class UnprovenSumError extends Error {
  override readonly name = "UnprovenSumError";
}

/**
 * The QuickBooks Deposit of a matched deposit, or the account that a user still has to choose for it.
 * @throws UnprovenSumError when payments and entries don't add up to the payout, to the cent.
 */
export function draftDeposit(
  posting: Pick<ClaimedPosting, "deposit">,
  choices: {
    bankAccountId: string;
    categoryId: string | null;
    /** Balances a negative payout. */
    clearingId: string | null;
    sourceName: string;
    lines: LineDefaults;
    books: { name: string };
  },
): DepositDraft | Obstacle {
  const { deposit } = posting;
  const amount = Number(deposit.amount);
  const settlement = settle(toSettlementDeposit(deposit), deposit.matches.map(toSettlementMatch));
  if (!settlement.closes) {
    const missing = toDecimal(settlement.difference, deposit.currency);
    throw new UnprovenSumError(`deposit ${deposit.id} does not close: ${missing}`);
  }
  if (settlement.unbooked.length > 0) {
    const parts = unbookedParts(deposit, settlement.unbooked, choices.sourceName);
    return { reason: waitingText(parts, choices.books.name), code: "account_missing" };
  }
  const entries: DepositDraft["entries"] = [];
  const { lines } = choices;
  for (const entry of withLineDefaults(settlement.entries, lines)) {
    const { amount, accountId, description, customer, class: ofClass } = entry;
    const account = accountId ?? choices.categoryId;
    if (account === null) return categoryMissing(choices.sourceName);
    entries.push({
      amount,
      accountId: account,
      description: description || choices.sourceName,
      customerId: customer?.id,
      classId: ofClass?.id,
      paymentMethodId: lines.paymentMethod?.id,
    });
  }
  const payments = deposit.matches.flatMap((match) =>
    match.payments.map(({ payment }) => ({
      kind: payment.kind,
      providerId: payment.providerId,
      amount: Number(payment.amount),
      ...(payment.bookedTo !== null && { line: lineOf(payment, payment.bookedTo) }),
    })),
  );
  const total = [...payments, ...entries].reduce((sum, { amount }) => sum + amount, 0);
  if (total !== amount) {
    throw new UnprovenSumError(`deposit ${deposit.id}: draft of ${total} for ${amount}`);
  }
  if (amount < 0) {
    // QuickBooks takes no negative Deposit: this one comes to zero, and the processor's debit stays on the
    // clearing account until the bank's own line is booked there.
    if (choices.clearingId === null) return CLEARING_MISSING;
    const description = `${choices.sourceName} payout ${deposit.providerId}, debited from the bank`;
    entries.push({ amount: -amount, accountId: choices.clearingId, description });
  }
  return {
    bankAccountId: choices.bankAccountId,
    date: bookedOn(dateText(deposit.txnDate), deposit.earliestDate),
    currency: deposit.currency,
    note: depositNote(choices.sourceName, deposit.providerId, deposit.traceId),
    total: Math.max(0, amount),
    payments,
    entries,
    taxCodeId: lines.taxCode?.id,
    locationId: lines.location?.id,
  };
}

/** @param sourceName "Stripe" */
export function categoryMissing(sourceName: string): Obstacle {
  const reason = `Choose an expense category in ${sourceName} Settings.`;
  return { reason, code: "category_missing" };
}

const CLEARING_MISSING: Obstacle = {
  reason:
    "QuickBooks can't record a negative deposit. Choose a clearing account in QuickBooks Settings.",
  code: "clearing_missing",
};

type MatchedPayment = ClaimedPosting["deposit"]["matches"][number]["payments"][number]["payment"];

/** "Payment 145, Ann Baker, 10260": what in the books the line is about. */
function lineOf(payment: MatchedPayment, accountId: string): DepositDraftPayment["line"] {
  const { customerId, customerName, referenceNumber } = payment;
  const words = [paymentTitle(payment), customerName, referenceNumber];
  return {
    accountId,
    description: words.filter((word) => word !== "").join(", "),
    customerId: customerId === "" ? undefined : customerId,
  };
}

/** The journal entry of a posting's Deposit, as it is stored with it. @param booksSettings as they are stored. */
export function journalOf(
  { deposit }: ClaimedPosting,
  booksSettings: unknown,
  memo: string,
): JournalView {
  const settlement = settle(toSettlementDeposit(deposit), deposit.matches.map(toSettlementMatch));
  const ofSource = { ...deposit, provider: deposit.integration.provider };
  const journal = depositJournal(ofSource, deposit.matches, { settlement, booksSettings, memo });
  return toJournalView(journal, deposit.matches, { currency: deposit.currency, posted: true });
}

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

/** Whether a Deposit of this payout is what the draft would make. @param why it is this payout's. */
export function judge(deposit: LedgerDeposit, draft: DepositDraft, why: string): Existing {
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
