import { z } from "zod";
import type { ProviderId } from "@/lib/providers/list";
import { type LedgerSettings, readLedgerSettings } from "./settings";

const chosenBank = z.object({
  bankId: z.string(),
  bankName: z.string(),
  /** ISO 4217. */
  bankCurrency: z.string(),
});
export type ChosenBank = z.infer<typeof chosenBank>;

const stored = z.record(z.string(), z.unknown()).catch({});

/** A source's payouts in a currency. */
export interface PayoutKind {
  source: ProviderId;
  /** ISO 4217. */
  currency: string;
}

/** A key per choice, so that two choices at the same moment keep each other. */
function keyOf({ source, currency }: PayoutKind): string {
  return `bank:${source}:${currency}`;
}

/** A choice as the ledger's settings store it; null takes it back. */
export function bankSetting(kind: PayoutKind, bank: ChosenBank | null) {
  return { [keyOf(kind)]: bank };
}

/** What was chosen for these payouts alone; null: nothing. */
export function readChosenBank(settings: unknown, kind: PayoutKind): ChosenBank | null {
  return chosenBank.safeParse(stored.parse(settings)[keyOf(kind)]).data ?? null;
}

/**
 * The bank account that payouts reach: the one chosen for them, otherwise the company's, where that is kept in
 * their currency. Null: a user has to choose; an account in another currency is never guessed.
 * @param home the books' currency, which an account without a stored one is kept in.
 */
export function bankFor(settings: unknown, kind: PayoutKind, home: string): LedgerSettings | null {
  return readChosenBank(settings, kind) ?? companyBank(settings, kind.currency, home);
}

/** The company's own bank account, where it is kept in a currency. */
export function companyBank(
  settings: unknown,
  currency: string,
  home: string,
): LedgerSettings | null {
  const bank = readLedgerSettings(settings);
  return bank && (bank.bankCurrency ?? home) === currency ? bank : null;
}

/** Every bank account that Deposits go to: no line of one is booked there. */
export function bankIds(settings: unknown): ReadonlySet<string> {
  const bank = readLedgerSettings(settings);
  const chosen = Object.entries(stored.parse(settings)).flatMap(([key, value]) =>
    key.startsWith("bank:") ? (chosenBank.safeParse(value).data?.bankId ?? []) : [],
  );
  return new Set([...(bank ? [bank.bankId] : []), ...chosen]);
}
