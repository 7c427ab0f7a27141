import type { JournalView } from "@/lib/contracts/journal";
import { dateText } from "@/lib/dates";
import { waitingText } from "@/lib/line-bookings";
import { toDecimal } from "@/lib/money";
import { settle } from "@/lib/settlement";
import { type LineDefaults, withLineDefaults } from "@/server/connections/line-settings";
import { depositJournal, paymentTitle, toJournalView } from "@/server/deposits/deposit-journal";
import { depositNote } from "@/server/deposits/deposit-note";
import { unbookedParts } from "@/server/deposits/line-payments";
import { toSettlementDeposit, toSettlementMatch } from "@/server/deposits/settlement-rows";
import type { DepositDraft, DepositDraftPayment } from "@/server/providers/ledger";
import type { ClaimedPosting } from "./claim-posting";
import { bookedOn } from "./open-day-posting";

/** The sum does not close: a defect of ours, never to be posted. */
export class UnprovenSumError extends Error {
  override readonly name = "UnprovenSumError";
}

/** A part of the deposit waits for an account, which only a user can choose. */
export interface AccountMissing {
  missing: "account";
  /** For the user: which part, and what to do. */
  message: string;
}

/**
 * The QuickBooks Deposit of a matched deposit.
 * @throws UnprovenSumError when payments and entries don't add up to the payout, to the cent.
 */
export function draftDeposit(
  posting: ClaimedPosting,
  choices: {
    bankAccountId: string;
    categoryId: string | null;
    /** Balances a negative payout. */
    clearingId: string | null;
    sourceName: string;
    lines: LineDefaults;
  },
): DepositDraft | AccountMissing | "category_missing" | "clearing_missing" {
  const { deposit } = posting;
  const amount = Number(deposit.amount);
  const settlement = settle(toSettlementDeposit(deposit), deposit.matches.map(toSettlementMatch));
  if (!settlement.closes) {
    const missing = toDecimal(settlement.difference, deposit.currency);
    throw new UnprovenSumError(`deposit ${deposit.id} does not close: ${missing}`);
  }
  if (settlement.unbooked.length > 0) {
    const parts = unbookedParts(deposit, settlement.unbooked, choices.sourceName);
    return { missing: "account", message: waitingText(parts) };
  }
  const entries: DepositDraft["entries"] = [];
  const { lines } = choices;
  for (const entry of withLineDefaults(settlement.entries, lines)) {
    const { amount, accountId, description, customer, class: ofClass } = entry;
    const account = accountId ?? choices.categoryId;
    if (account === null) return "category_missing";
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
    if (choices.clearingId === null) return "clearing_missing";
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
