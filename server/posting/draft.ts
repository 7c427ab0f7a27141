import type { Integration } from "@/generated/prisma/client";
import type { JournalView } from "@/lib/contracts/journal";
import { dateText } from "@/lib/dates";
import { depositNote } from "@/lib/deposit-note";
import type { LedgerWords } from "@/lib/ledger-words";
import { waitingText } from "@/lib/line-bookings";
import { toDecimal } from "@/lib/money";
import { settle } from "@/lib/settlement";
import { type LineDefaults, withLineDefaults } from "@/server/connections/line-settings";
import { addressesOf } from "@/server/deposits/book-addresses";
import { depositJournal, paymentTitle } from "@/server/deposits/deposit-journal";
import {
  toSettlementDeposit,
  toSettlementMatch,
  unbookedParts,
} from "@/server/deposits/settlement-rows";
import type {
  DepositDraft,
  DepositDraftPayment,
  LedgerCapabilities,
} from "@/server/providers/ledger";
import type { ClaimedPosting, Obstacle } from "./claim-posting";
import { bookedOn } from "./open-day-posting";
import { totalOnBooks } from "./posted-as";

/** The sum does not close: a defect of ours, never to be posted. */
export class UnprovenSumError extends Error {
  override readonly name = "UnprovenSumError";
}

/**
 * The Deposit of a matched deposit, or what a user still has to choose for it.
 * @throws UnprovenSumError when payments and entries don't add up to the payout, to the cent.
 */
export function draftDeposit(
  posting: Pick<ClaimedPosting, "deposit">,
  choices: {
    bankAccountId: string;
    categoryId: string | null;
    /** Balances a negative payout, in books that take none. */
    clearingId: string | null;
    /** Where payments of this source and currency wait, in books that clear an account; null while none is chosen. */
    waitingIn: string | null;
    sourceName: string;
    lines: LineDefaults;
    books: Pick<LedgerCapabilities, "payments" | "belowZero"> & { words: LedgerWords };
  },
): DepositDraft | Obstacle {
  const { deposit } = posting;
  const { books } = choices;
  const amount = Number(deposit.amount);
  const settlement = settle(toSettlementDeposit(deposit), deposit.matches.map(toSettlementMatch));
  if (!settlement.closes) {
    const missing = toDecimal(settlement.difference, deposit.currency);
    throw new UnprovenSumError(`deposit ${deposit.id} does not close: ${missing}`);
  }
  if (settlement.unbooked.length > 0) {
    const parts = unbookedParts(deposit, settlement.unbooked, choices.sourceName);
    return { reason: waitingText(parts, books.words.name), code: "account_missing" };
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
  const matched = deposit.matches.flatMap((match) => match.payments.map(({ payment }) => payment));
  const clearingAccountId = books.payments === "clearing" ? waitingAccount(matched, choices) : null;
  if (typeof clearingAccountId === "object" && clearingAccountId) return clearingAccountId;
  const payments = matched.map((payment) => ({
    kind: payment.kind,
    providerId: payment.providerId,
    amount: Number(payment.amount),
    ...(books.payments === "linked" &&
      payment.bookedTo !== null && { line: lineOf(payment, payment.bookedTo, books.words) }),
  }));
  const total = [...payments, ...entries].reduce((sum, { amount }) => sum + amount, 0);
  if (total !== amount) {
    throw new UnprovenSumError(`deposit ${deposit.id}: draft of ${total} for ${amount}`);
  }
  const isBalanced = amount < 0 && books.belowZero === "balanced";
  if (isBalanced) {
    // The books take no negative Deposit: this one comes to zero, and the processor's debit stays on the
    // clearing account until the bank's own line is booked there.
    if (choices.clearingId === null) return clearingMissing(books.words);
    const description = `${choices.sourceName} payout ${deposit.providerId}, debited from the bank`;
    entries.push({ amount: -amount, accountId: choices.clearingId, description });
  }
  return {
    bankAccountId: choices.bankAccountId,
    ...(clearingAccountId !== null && { clearingAccountId }),
    date: bookedOn(dateText(deposit.txnDate), deposit.earliestDate),
    currency: deposit.currency,
    note: depositNote(choices.sourceName, deposit.providerId, deposit.traceId),
    processor: choices.sourceName,
    total: totalOnBooks(deposit.amount, books),
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

function clearingMissing({ name }: { name: string }): Obstacle {
  const reason = `${name} can't record a negative deposit. Choose the account for negative payouts.`;
  return { reason, code: "clearing_missing" };
}

type MatchedPayment = ClaimedPosting["deposit"]["matches"][number]["payments"][number]["payment"];

/** The one account that payments leave together: theirs, or the chosen one where none is in the books yet. */
function waitingAccount(
  payments: readonly MatchedPayment[],
  { waitingIn, books: { words }, sourceName }: Parameters<typeof draftDeposit>[1],
): string | Obstacle {
  const [own = waitingIn, other] = new Set(payments.flatMap(({ bookedTo }) => bookedTo ?? []));
  if (other !== undefined) {
    const reason = `Its payments wait in more than one account, and ${words.name} moves a payout out of one. Undo the match, and choose payments of one account.`;
    return { reason, code: "payments_apart" };
  }
  if (own !== null) return own;
  const reason = `Choose the account that ${sourceName} payments wait in, in ${words.name} Settings.`;
  return { reason, code: "clearing_missing" };
}

/** "Payment 145, Ann Baker, 10260": what in the books the line is about. */
function lineOf(
  payment: MatchedPayment,
  accountId: string,
  ledger: LedgerWords,
): DepositDraftPayment["line"] {
  const { customerId, customerName, referenceNumber } = payment;
  const words = [paymentTitle(payment, ledger), customerName, referenceNumber];
  return {
    accountId,
    description: words.filter((word) => word !== "").join(", "),
    customerId: customerId === "" ? undefined : customerId,
  };
}

/** The journal entry of a posting's Deposit, as it is stored with it. */
export function journalOf(
  { deposit }: ClaimedPosting,
  books: Pick<Integration, "provider" | "settings" | "companyFacts">,
  memo: string,
): JournalView {
  const settlement = settle(toSettlementDeposit(deposit), deposit.matches.map(toSettlementMatch));
  const ofSource = { ...deposit, provider: deposit.integration.provider };
  return depositJournal(ofSource, deposit.matches, {
    ...{ settlement, books, memo, posted: true },
    addressOf: addressesOf(books),
  });
}
