import { z } from "zod";
import { isCalendarDate } from "@/lib/dates";
import type { LedgerAccount } from "@/server/providers/ledger";

const KEY = "paymentAccount";

const chosenAccount = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 4217: the books' own. */
  currency: z.string(),
  /** Payments dated earlier may have been transferred to the bank by hand. */
  from: z.string().refine(isCalendarDate),
});

/** The account whose payments are matched beside those in Undeposited Funds. */
export type PaymentAccount = z.infer<typeof chosenAccount>;

const stored = z.record(z.string(), z.unknown()).catch({});

/** The chosen account in the ledger's stored settings; null: payments wait in Undeposited Funds only. */
export function readPaymentAccount(settings: unknown): PaymentAccount | null {
  return chosenAccount.safeParse(stored.parse(settings)[KEY]).data ?? null;
}

/** A choice as the settings store it; null takes it back. */
export function paymentAccountSetting(account: PaymentAccount | null) {
  return { [KEY]: account };
}

/**
 * Whether payments can wait in an account: money that is neither spent nor owed, in the books' currency, and not where
 * deposits go to.
 */
export function canHoldPayments(
  { id, group, currency }: LedgerAccount,
  books: { bankId: string | null; currency: string },
): boolean {
  const holdsMoney = group === "Bank" || group === "Other Current Asset";
  return holdsMoney && currency === books.currency && id !== books.bankId;
}
