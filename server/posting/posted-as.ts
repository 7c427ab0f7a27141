import { z } from "zod";
import type { LedgerCapabilities, LedgerDeposit } from "@/server/providers/ledger";

const entry = z.object({
  amount: z.int(),
  accountId: z.string(),
  accountName: z.string(),
  customerName: z.string(),
  className: z.string(),
  description: z.string(),
});

const storedDeposit = z.object({
  id: z.string(),
  date: z.string(),
  total: z.int(),
  currency: z.string(),
  note: z.string(),
  bankId: z.string(),
  bankName: z.string(),
  payments: z.array(z.object({ kind: z.string(), providerId: z.string() })),
  entries: z.array(entry),
}) satisfies z.ZodType<LedgerDeposit>;

/** What the ledger said that it created, for the posting to keep. */
export function storedAs({ isPartial: _, entries, ...deposit }: LedgerDeposit) {
  return { ...deposit, entries: entries.map((each) => ({ ...each })) };
}

/** {@link storedAs} as it is read; null where it keeps nothing. @throws ZodError. */
export function readAsCreated(stored: unknown): LedgerDeposit | null {
  return stored === null ? null : storedDeposit.parse(stored);
}

/** The total of a payout's Deposit: books that take no negative one have it at zero. @param amount minor units */
export function totalOnBooks(
  amount: bigint,
  { belowZero }: Pick<LedgerCapabilities, "belowZero">,
): number {
  return belowZero === "balanced" ? Math.max(0, Number(amount)) : Number(amount);
}
