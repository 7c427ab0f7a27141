import type { CompanyContext } from "@/server/context";
import { credentialStore } from "@/server/integrations/credential-store";
import { findIntegration, requireIntegration } from "@/server/integrations/find";
import { getLedger } from "@/server/providers/registry";
import type { LedgerAccount } from "@/server/providers/types";

interface AccountView {
  Id: string;
  Name: string;
}

/** All accounts of the connected ledger, fresh from it. @throws ConflictError when none is connected. */
export async function ledgerAccounts(ctx: CompanyContext): Promise<LedgerAccount[]> {
  const integration = await requireIntegration(ctx, "quickbooks");
  return getLedger().accounts(credentialStore(ctx, integration));
}

export async function listBanks(ctx: CompanyContext): Promise<{ banks: AccountView[] }> {
  return { banks: await named(ctx, "bank") };
}

/** What a Deposit can have lines on and a bank's debit can be booked on. */
export async function listClearing(ctx: CompanyContext): Promise<{ accounts: AccountView[] }> {
  return { accounts: await named(ctx, "current_asset") };
}

/** Empty when no ledger is connected: the documented dialog then shows nothing to choose. */
export async function listExpenses(ctx: CompanyContext): Promise<{ expenses: AccountView[] }> {
  const connected = await findIntegration(ctx, "quickbooks");
  return { expenses: connected ? await named(ctx, "expense") : [] };
}

async function named(ctx: CompanyContext, type: LedgerAccount["type"]): Promise<AccountView[]> {
  const accounts = await ledgerAccounts(ctx);
  return accounts
    .filter((account) => account.type === type)
    .map(({ id, name }) => ({ Id: id, Name: name }));
}
