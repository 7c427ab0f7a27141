import type { accountList } from "@/lib/contracts/bookings";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import { findLedger } from "@/server/integrations/find";
import { homeCurrency } from "@/server/integrations/home-currency";
import { ledgerAccounts } from "@/server/integrations/ledger-accounts";
import { readLedgerSettings } from "@/server/integrations/settings";
import type { CompanyContext } from "@/server/platform/context";

/**
 * The accounts that a line of a Deposit can be booked to, without the bank account that it goes to. Empty when
 * no ledger is connected, as {@link listExpenses}.
 */
export async function listBookableAccounts(
  ctx: CompanyContext,
): Promise<ResponseOf<typeof accountList>> {
  const home_currency = await homeCurrency(ctx);
  const ledger = await findLedger(ctx);
  if (!ledger) return { accounts: [], home_currency };
  const bankId = readLedgerSettings(ledger.settings)?.bankId;
  const accounts = (await ledgerAccounts(ctx)).filter(({ id }) => id !== bankId);
  return {
    accounts: accounts.map(({ id, name, group, currency }) => ({
      Id: id,
      Name: name,
      group,
      currency,
    })),
    home_currency,
  };
}
