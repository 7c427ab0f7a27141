import { z } from "zod";

/** What the settings dialogs store with an integration. Absent until chosen. */
const ledgerSettings = z.object({ bankId: z.string(), bankName: z.string() });
const sourceSettings = z.object({ categoryId: z.string(), categoryName: z.string() });

export type LedgerSettings = z.infer<typeof ledgerSettings>;
export type SourceSettings = z.infer<typeof sourceSettings>;

/** The bank account that Deposits go to; null until the user chose one. */
export function readLedgerSettings(settings: unknown): LedgerSettings | null {
  return ledgerSettings.safeParse(settings).data ?? null;
}

/** The account that a source's fees are booked on; null until the user chose one. */
export function readSourceSettings(settings: unknown): SourceSettings | null {
  return sourceSettings.safeParse(settings).data ?? null;
}
