import type { ProviderId } from "@/lib/providers/list";
import { bankFor } from "@/server/connections/bank-accounts";

/** The name of the bank account that a deposit goes to; empty while a user has to choose one. */
export type BankNames = (deposit: { provider: ProviderId; currency: string }) => string;

/** Names them by the settings of the connected books, as they are stored; read once for each kind of payout. */
export function bankNames(books: unknown): BankNames {
  const known = new Map<string, string>();
  return ({ provider, currency }) => {
    const key = `${provider} ${currency}`;
    // An account whose currency is not stored counts as fitting: only posting has to know.
    const name =
      known.get(key) ?? bankFor(books, { source: provider, currency }, currency)?.bankName ?? "";
    known.set(key, name);
    return name;
  };
}
