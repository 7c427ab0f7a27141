import { z } from "zod";

/** What the settings dialogs store with an integration. Absent until chosen. */
const ledgerSettings = z.object({
  bankId: z.string(),
  bankName: z.string(),
  /** ISO 4217. Absent where an earlier version stored the choice. */
  bankCurrency: z.string().optional(),
});
const clearingSettings = z.object({
  clearingId: z.string(),
  clearingName: z.string(),
  /** As `bankCurrency`. */
  clearingCurrency: z.string().optional(),
});
const sourceSettings = z.object({ categoryId: z.string(), categoryName: z.string() });
const discountSettings = z.object({
  /** Decimal, of the amount of each charge: "2.90". */
  discountPercent: z.string(),
  /** Decimal, per charge, in the account's currency: "0.30". */
  discountFixed: z.string(),
  discountTiming: z.enum(["daily", "monthly"]),
});

export type LedgerSettings = z.infer<typeof ledgerSettings>;
export type ClearingSettings = z.infer<typeof clearingSettings>;
export type SourceSettings = z.infer<typeof sourceSettings>;
export type StoredDiscount = z.infer<typeof discountSettings>;

/** Until a rate is set nothing is predicted, and a deposit is the whole batch. */
const NO_DISCOUNT: StoredDiscount = {
  discountPercent: "0.00",
  discountFixed: "0.00",
  discountTiming: "daily",
};

/** The bank account that Deposits go to; null until the user chose one. */
export function readLedgerSettings(settings: unknown): LedgerSettings | null {
  return ledgerSettings.safeParse(settings).data ?? null;
}

/** The account that balances negative payouts; null until the user chose one. */
export function readClearingSettings(settings: unknown): ClearingSettings | null {
  return clearingSettings.safeParse(settings).data ?? null;
}

/** The account that a source's fees are booked on; null until the user chose one. */
export function readSourceSettings(settings: unknown): SourceSettings | null {
  return sourceSettings.safeParse(settings).data ?? null;
}

/** Whether a rate was ever set. */
export function hasDiscount(settings: unknown): boolean {
  return discountSettings.safeParse(settings).success;
}

/** The rate by which the fees of a source that doesn't tell them are predicted. */
export function readDiscount(settings: unknown): StoredDiscount {
  return discountSettings.safeParse(settings).data ?? NO_DISCOUNT;
}
