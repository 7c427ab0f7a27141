import { sumMinor } from "@/lib/money";
import type { SettlementEntry } from "@/lib/settlement";

/** One line of a journal entry, in minor units; one of debit and credit is zero. */
export interface JournalLine {
  /** Null: still to be chosen. */
  account: string | null;
  customer: string;
  class: string;
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

interface JournalPayment {
  amount: number;
  customer: string;
  memo: string;
  number: string;
  /** Name of the account that it was booked to; absent: Undeposited Funds. */
  account?: string | undefined;
}

interface JournalParts {
  memo: string;
  /** Net, minor units. */
  amount: number;
  /** Names of the chosen accounts; null until they are. */
  bank: string | null;
  category: string | null;
  clearing: string | null;
  /** Signed: refund receipts are negative. */
  payments: JournalPayment[];
  entries: readonly SettlementEntry[];
  accountNames: ReadonlyMap<string, string>;
}

/** Most payments leave this account when they are deposited. Companies may rename it; this is what everyone calls it. */
const UNDEPOSITED = "Undeposited Funds";

/**
 * The journal entry of a deposit: the bank is debited, the payments leave Undeposited Funds or the account that they
 * were booked to, everything else is on its account. A payout below zero leaves the bank alone and stays on the clearing account.
 */
export function toJournal(parts: JournalParts): Journal {
  const { amount, memo } = parts;
  const account = amount < 0 ? parts.clearing : parts.bank;
  return {
    memo,
    lines: [
      ...paymentLines({ memo, amount, account, payments: parts.payments }),
      ...parts.entries.map((entry) => entryLine(entry, parts)),
    ],
  };
}

/** What a Deposit holds that someone else made. */
interface FoundParts extends Pick<JournalParts, "memo" | "amount" | "bank" | "payments"> {
  entries: readonly {
    account: string;
    customer: string;
    class: string;
    memo: string;
    amount: number;
  }[];
}

/** The journal entry of a Deposit as the books hold it; null where its parts are not all known. */
export function toFoundJournal({ entries, bank, ...parts }: FoundParts): Journal | null {
  const lines = [
    ...paymentLines({ ...parts, account: bank }),
    ...entries.map(({ amount, ...line }) => ({ ...line, number: "", ...toSides(-amount) })),
  ];
  const { debit, credit } = journalTotals({ memo: parts.memo, lines });
  return debit === credit ? { memo: parts.memo, lines } : null;
}

/** The account that the deposit goes to, and the payments that leave theirs. */
function paymentLines({
  memo,
  amount,
  account,
  payments,
}: Pick<JournalParts, "memo" | "amount" | "payments"> & { account: string | null }): JournalLine[] {
  return [
    { account, customer: "", class: "", memo, number: "", ...toSides(amount) },
    ...payments.map(({ amount: paid, account: bookedTo = UNDEPOSITED, ...payment }) => ({
      account: bookedTo,
      class: "",
      ...payment,
      ...toSides(-paid),
    })),
  ];
}

function entryLine(entry: SettlementEntry, parts: JournalParts): JournalLine {
  const { accountId, kind, amount, description, customer, class: ofClass } = entry;
  const chosen = kind === "fee" ? parts.category : null;
  return {
    account: accountId === null ? chosen : (parts.accountNames.get(accountId) ?? accountId),
    // Where none was chosen, the Deposit's line names none: the processor's customer may not be one of the books.
    customer: customer?.name ?? "",
    class: ofClass?.name ?? "",
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
