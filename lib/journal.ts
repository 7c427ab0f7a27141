import { sumMinor } from "@/lib/money";
import type { SettlementEntry } from "@/lib/settlement";

/** One line of a journal entry, in minor units; one of debit and credit is zero. */
export interface JournalLine {
  /** Null: still to be chosen. */
  account: string | null;
  customer: string;
  memo: string;
  /** The document's number in the books, or the processor's id of a line. */
  number: string;
  debit: number;
  credit: number;
}

/** A Deposit as the journal entry that it is in the books. */
export interface Journal {
  memo: string;
  lines: JournalLine[];
}

export interface JournalParts {
  memo: string;
  /** Net, minor units. */
  amount: number;
  /** Names of the chosen accounts; null until they are. */
  bank: string | null;
  category: string | null;
  clearing: string | null;
  /** Signed: refund receipts are negative. */
  payments: { amount: number; customer: string; memo: string; number: string }[];
  entries: readonly SettlementEntry[];
  accountNames: ReadonlyMap<string, string>;
}

/** Payments leave this account when they are deposited. Companies may rename it; this is what everyone calls it. */
export const UNDEPOSITED = "Undeposited Funds";

/**
 * The journal entry of a deposit: the bank is debited, the payments leave Undeposited Funds, everything else is on
 * its account. A payout below zero leaves the bank alone and stays on the clearing account.
 */
export function toJournal(parts: JournalParts): Journal {
  const { amount, memo } = parts;
  const target = {
    account: amount < 0 ? parts.clearing : parts.bank,
    customer: "",
    memo,
    number: "",
  };
  return {
    memo,
    lines: [
      { ...target, ...toSides(amount) },
      ...parts.payments.map(({ amount: paid, ...payment }) => ({
        account: UNDEPOSITED,
        ...payment,
        ...toSides(-paid),
      })),
      ...parts.entries.map((entry) => entryLine(entry, parts)),
    ],
  };
}

function entryLine(entry: SettlementEntry, parts: JournalParts): JournalLine {
  const { accountId, kind, amount, description } = entry;
  const chosen = kind === "fee" ? parts.category : null;
  return {
    account: accountId === null ? chosen : (parts.accountNames.get(accountId) ?? accountId),
    // The Deposit's line names none: the processor's customer is not yet one of the books.
    customer: "",
    memo: description,
    number: "",
    ...toSides(-amount),
  };
}

/** @param amount positive for a debit, in minor units. */
export function toSides(amount: number): { debit: number; credit: number } {
  return amount < 0 ? { debit: 0, credit: -amount } : { debit: amount, credit: 0 };
}

/** What a journal entry's sides add up to; equal when it is one. */
export function journalTotals({ lines }: Journal): { debit: number; credit: number } {
  return {
    debit: sumMinor(lines.map(({ debit }) => debit)),
    credit: sumMinor(lines.map(({ credit }) => credit)),
  };
}
