import { ledgerAccounts } from "./ledger-accounts";
import type { CompanyContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";
import type { LedgerAccount } from "@/server/providers/ledger";

const ACCOUNT_WORDS = { bank: "bank", expense: "expense", current_asset: "clearing" } as const;

/**
 * Reads an account of the connected ledger from the provider.
 * @param field the input that named it, for the error.
 * @throws UnusableInputError when the ledger has no such account of this type.
 */
export async function requireAccount(
  ctx: CompanyContext,
  id: string,
  type: keyof typeof ACCOUNT_WORDS,
  field: string,
): Promise<LedgerAccount> {
  const accounts = await ledgerAccounts(ctx);
  const account = accounts.find((candidate) => candidate.id === id && candidate.type === type);
  if (account) return account;
  const message = `This ${ACCOUNT_WORDS[type]} account is no longer in QuickBooks. Reload the list and choose again.`;
  throw new UnusableInputError(message, { fields: { [field]: message } });
}
