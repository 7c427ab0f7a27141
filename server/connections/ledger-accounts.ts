import type { ListQuery } from "@/lib/contracts/common";
import type { CompanyContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";
import type { CredentialStore } from "@/server/providers/credential-store";
import type { LedgerAccount } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { findLedger, requireLedger } from "./find";
import { type Freshness, ledgerList } from "./ledger-cache";

interface AccountView {
  Id: string;
  Name: string;
}

/**
 * All accounts of the connected ledger.
 * @param freshness "fresh" to validate a choice
 * @throws ConflictError when none is connected.
 */
export async function ledgerAccounts(
  ctx: CompanyContext,
  freshness: Freshness,
): Promise<readonly LedgerAccount[]> {
  const integration = await requireLedger(ctx);
  const read = (credentials: CredentialStore<unknown>) =>
    getLedger(integration.provider).accounts(credentials);
  return ledgerList(ctx, integration, "accounts", read, { freshness });
}

export function freshnessOf({ reload }: ListQuery): Freshness {
  return reload ? "reload" : "kept";
}

export async function listBanks(
  ctx: CompanyContext,
  wanted: ListQuery,
): Promise<{ banks: AccountView[] }> {
  return { banks: await named(ctx, "bank", wanted) };
}

/** The accounts that a Deposit's lines and a bank debit can be booked to. */
export async function listClearing(
  ctx: CompanyContext,
  wanted: ListQuery,
): Promise<{ accounts: AccountView[] }> {
  return { accounts: await named(ctx, "current_asset", wanted) };
}

/** Empty when no ledger is connected: the documented dialog then shows an empty list. */
export async function listExpenses(
  ctx: CompanyContext,
  wanted: ListQuery,
): Promise<{ expenses: AccountView[] }> {
  const connected = await findLedger(ctx);
  return { expenses: connected ? await named(ctx, "expense", wanted) : [] };
}

async function named(
  ctx: CompanyContext,
  type: LedgerAccount["type"],
  wanted: ListQuery,
): Promise<AccountView[]> {
  const accounts = await ledgerAccounts(ctx, freshnessOf(wanted));
  return accounts
    .filter((account) => account.type === type)
    .map(({ id, name }) => ({ Id: id, Name: name }));
}

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
  const accounts = await ledgerAccounts(ctx, "fresh");
  const account = accounts.find((candidate) => candidate.id === id && candidate.type === type);
  if (account) return account;
  const { name } = await loadLedgerWords(ctx);
  const message = `This ${ACCOUNT_WORDS[type]} account is no longer in ${name}. Reload the list and choose again.`;
  throw new UnusableInputError(message, { fields: { [field]: message } });
}
