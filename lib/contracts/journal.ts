import { decimalString } from "@/lib/contracts/common";
import * as z from "@/lib/zod";

/**
 * A line of a journal entry, in the deposit's currency.
 * @schema JournalLine
 */
const journalLine = z.object({
  /** The account's name; null: still to be chosen. */
  account: z.string().nullable(),
  customer: z.string(),
  class: z.string(),
  memo: z.string(),
  /** The number of the record that it is from, as the ledger shows it; empty for none. */
  number: z.string(),
  /** "0.00" when the line is a credit. */
  debit: decimalString,
  /** "0.00" when the line is a debit. */
  credit: decimalString,
});

/**
 * A deposit as the journal entry that it is, or will be, in the books.
 * @schema Journal
 */
export const journal = z.object({
  /** The books hold the entry as it is; otherwise it is what would be posted now. */
  posted: z.boolean(),
  /** The text on the Deposit. */
  memo: z.string(),
  /** Debits and credits, which add up to the same. */
  lines: z.array(journalLine),
  /** The sum of the debits. */
  total: decimalString,
  /** Payments and receipts that are created for the deposit, as entries of their own. */
  created: z
    .array(
      z.object({
        /** For the user: "Sales receipt 145", "Sales receipt for Anna Li". */
        name: z.string(),
        /** Its page in the books; empty until it exists. */
        url: z.string(),
        lines: z.array(journalLine),
      }),
    )
    // Entries that were posted before these were created have none.
    .default([]),
});
export type JournalView = z.infer<typeof journal>;
