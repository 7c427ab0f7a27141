import type { accountList } from "@/lib/contracts/bookings";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import { bankIds } from "./bank-accounts";
import { findLedger } from "./find";
import { homeCurrency } from "./home-currency";
import { ledgerAccounts } from "./ledger-accounts";
import type { CompanyContext } from "@/server/platform/context";

/**
 * The accounts that a line of a Deposit can be booked to, without the bank account that it goes to. Empty while no
 * ledger is connected, or its access has expired: pages that only offer a choice still load.
 */
export async function listBookableAccounts(
  ctx: CompanyContext,
): Promise<ResponseOf<typeof accountList>> {
  const home_currency = await homeCurrency(ctx);
  const ledger = await findLedger(ctx);
  if (ledger?.status !== "connected") return { accounts: [], home_currency };
  const banks = bankIds(ledger.settings);
  const accounts = (await ledgerAccounts(ctx)).filter(({ id }) => !banks.has(id));
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
