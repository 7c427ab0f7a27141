import { z } from "zod";
import { ACCOUNT_KINDS, type AccountKind, type BookingKind } from "@/lib/contracts/values/bookings";

const chosenAccount = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 4217. */
  currency: z.string(),
});

/** An account of the ledger that the company chose. */
export type ChosenAccount = z.infer<typeof chosenAccount>;

/** The accounts of a source's lines without a payment, by kind; a kind without one is asked for. */
export type KindAccounts = Partial<Record<BookingKind, ChosenAccount>>;

/** A key per kind, so that two choices at the same moment keep each other. */
const keyOf = (kind: AccountKind) => `account:${kind}`;

/** All keys: they name accounts of one ledger, and leave with it. */
export const KIND_ACCOUNT_KEYS: readonly string[] = ACCOUNT_KINDS.map(keyOf);

const stored = z.record(z.string(), z.unknown()).catch({});

/** The accounts in a source's stored settings. */
export function readKindAccounts(settings: unknown): KindAccounts {
  const values = stored.parse(settings);
  return Object.fromEntries(
    ACCOUNT_KINDS.flatMap((kind) => {
      const account = chosenAccount.safeParse(values[keyOf(kind)]).data;
      return account ? [[kind, account]] : [];
    }),
  );
}

/** A choice as the settings store it; null takes it back. */
export function kindAccountSetting(kind: AccountKind, account: ChosenAccount | null) {
  return { [keyOf(kind)]: account };
}
