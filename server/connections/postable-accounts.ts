import type { accountList } from "@/lib/contracts/bookings";
import type { ListQuery } from "@/lib/contracts/common";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { CompanyContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";
import type { LedgerAccount, UnpostableReason } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { bankIds } from "./bank-accounts";
import { credentialStore } from "./credentials";
import { findLedger, homeCurrency, providerName, requireLedger } from "./find";
import { freshnessOf, ledgerAccounts } from "./ledger-accounts";
import { purposeOf } from "./ledger-cache";

/**
 * The accounts that a line of a Deposit can be booked to, without the bank account that it goes to. Empty while no
 * ledger is connected, or its access has expired: pages that only offer a choice still load.
 */
export async function listBookableAccounts(
  ctx: CompanyContext,
  wanted: ListQuery,
): Promise<ResponseOf<typeof accountList>> {
  const home_currency = await homeCurrency(ctx);
  const ledger = await findLedger(ctx);
  if (ledger?.status !== "connected") return { accounts: [], home_currency };
  const banks = bankIds(ledger.settings);
  const all = await ledgerAccounts(ctx, freshnessOf(wanted));
  const accounts = all.filter(({ id }) => !banks.has(id));
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

const REFUSALS: Record<UnpostableReason, (ledger: string) => string> = {
  undeposited: () =>
    "Payments wait in this account until they are deposited. Choose another account.",
  receivable: () => "This account belongs to customers or suppliers. Choose another account.",
  inactive: (ledger) => `This account is inactive in ${ledger}. Choose another account.`,
  unknown: (ledger) => `This account isn't in ${ledger}. Reload the list and choose again.`,
};

/**
 * Reads an account that a line of a Deposit is to be booked to from the provider.
 * @param input.currencies that the account may be in: the ledger takes the home currency and the Deposit's own. Undefined: any.
 * @param input.field the input that named it, for the error.
 * @throws UnusableInputError when it can't take the line, saying why; ConflictError when no ledger is connected.
 */
export async function requirePostable(
  ctx: CompanyContext,
  {
    id,
    currencies,
    field,
  }: { id: string; currencies: readonly string[] | undefined; field: string },
): Promise<LedgerAccount> {
  const integration = await requireLedger(ctx);
  const account = (await ledgerAccounts(ctx, "fresh")).find((each) => each.id === id);
  if (!account) {
    const credentials = credentialStore(ctx, integration, purposeOf(ctx, "fresh"));
    const why = await getLedger(integration.provider).whyUnpostable(credentials, id);
    throw refused(REFUSALS[why](providerName(integration.provider)), field);
  }
  if (bankIds(integration.settings).has(account.id)) {
    throw refused(
      `${account.name} is the bank account that deposits go to. Choose another account.`,
      field,
    );
  }
  if (currencies && !currencies.includes(account.currency)) {
    const fitting = [...new Set(currencies)].join(" or ");
    throw refused(
      `${account.name} is in ${account.currency}. Choose an account in ${fitting}.`,
      field,
    );
  }
  return account;
}

function refused(message: string, field: string): UnusableInputError {
  return new UnusableInputError(message, { fields: { [field]: message } });
}
