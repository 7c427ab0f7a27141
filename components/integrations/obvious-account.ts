import type { Account } from "@/components/integrations/settings-mutations";

const BANK_WORDS = ["checking", "current account", "operating"];
const FEE_WORDS = ["merchant", "processing", "stripe", "payment fees", "processor"];

/** The bank account that payouts almost surely reach, by its name; "" where several might. */
export function obviousBank(accounts: readonly Account[]): string {
  return obvious(accounts, BANK_WORDS);
}

/** The expense account that is plainly for processors' fees; "" where none or several are. */
export function obviousFees(accounts: readonly Account[]): string {
  return obvious(accounts, FEE_WORDS);
}

function obvious(accounts: readonly Account[], words: readonly string[]): string {
  const [found, second] = accounts.filter(({ Name }) =>
    words.some((word) => Name.toLowerCase().includes(word)),
  );
  const [only, other] = accounts;
  if (found) return second ? "" : found.Id;
  return only && !other && words === BANK_WORDS ? only.Id : "";
}
