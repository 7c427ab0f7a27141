import { decimalString } from "@/lib/contracts/common";
import * as z from "@/lib/zod";

const journalLine = z.object({
  /** Null: still to be chosen. */
  account: z.string().nullable(),
  customer: z.string(),
  class: z.string(),
  memo: z.string(),
  number: z.string(),
  /** "0.00" when the line is a credit. */
  debit: decimalString,
  credit: decimalString,
});

/** A deposit as the journal entry that it is, or will be, in the books. */
export const journal = z.object({
  /** The books hold the entry as it is; otherwise it is what would be posted now. */
  posted: z.boolean(),
  memo: z.string(),
  lines: z.array(journalLine),
  total: decimalString,
  /** Payments and receipts that are created for the deposit, as entries of their own. */
  created: z
    .array(
      z.object({
        /** For the user: "Sales receipt 145", "Sales receipt for Anna Li". */
        name: z.string(),
        /** Its page in QuickBooks; empty until it exists. */
        url: z.string(),
        lines: z.array(journalLine),
      }),
    )
    // Entries that were posted before these were created have none.
    .default([]),
});
export type JournalView = z.infer<typeof journal>;
