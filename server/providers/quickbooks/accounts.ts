import { ACCOUNT_GROUPS, type AccountGroup } from "@/lib/constants/bookings";
import type { LedgerAccount, UnpostableReason } from "@/server/providers/ledger";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { currencyOf } from "@/server/providers/quickbooks/mapper";
import { all } from "@/server/providers/quickbooks/query";
import {
  account as accountSchema,
  type QuickBooksAccount,
} from "@/server/providers/quickbooks/schemas";

const UNDEPOSITED = "UndepositedFunds";
const KEEP_MS = 10 * 60_000;

/** Types that the settings ask for; all others are only booked to. */
const TYPES: Partial<Record<AccountGroup, LedgerAccount["type"]>> = {
  Bank: "bank",
  Expense: "expense",
  "Other Expense": "expense",
  "Cost of Goods Sold": "expense",
  "Other Current Asset": "current_asset",
};

/** Active accounts that a Deposit can use, without Undeposited Funds. */
export async function listAccounts(api: QuickBooksApi, store: Store): Promise<LedgerAccount[]> {
  const { homeCurrency } = await api.credentials(store);
  const accounts = await all(api, store, {
    entity: "Account",
    find: "findAccounts",
    where: [{ field: "AccountType", operator: "IN", value: [...ACCOUNT_GROUPS] }],
    row: accountSchema,
  });
  return accounts.flatMap((account) => {
    const group = groupOf(account);
    if (!group || account.AccountSubType === UNDEPOSITED || account.Active === false) return [];
    return {
      id: account.Id,
      name: account.FullyQualifiedName ?? account.Name,
      type: TYPES[group] ?? "other",
      group,
      currency: currencyOf(account, homeCurrency),
      holdsPayments: group === "Bank" || group === "Other Current Asset",
    };
  });
}

function groupOf({ AccountType }: QuickBooksAccount): AccountGroup | undefined {
  return ACCOUNT_GROUPS.find((group) => group === AccountType);
}

/** Why an account is not among {@link listAccounts}. */
export async function whyUnpostable(
  api: QuickBooksApi,
  store: Store,
  accountId: string,
): Promise<UnpostableReason> {
  // Its ids are numbers; anything else came from elsewhere, and has no place in a query.
  if (!/^\d+$/.test(accountId)) return "unknown";
  const [account] = await all(api, store, {
    entity: "Account",
    find: "findAccounts",
    where: [
      { field: "Id", operator: "=", value: accountId },
      // Without it, inactive accounts are left out.
      { field: "Active", operator: "IN", value: [true, false] },
    ],
    row: accountSchema,
  });
  if (!account) return "unknown";
  if (account.Active === false) return "inactive";
  if (account.AccountSubType === UNDEPOSITED) return "undeposited";
  return "receivable";
}

/** Names of those accounts that are inactive. @param ids of the ledger's accounts. */
export async function inactiveAccounts(
  api: QuickBooksApi,
  store: Store,
  ids: readonly string[],
): Promise<string[]> {
  const found = await all(api, store, {
    entity: "Account",
    find: "findAccounts",
    where: [
      { field: "Id", operator: "IN", value: [...new Set(ids)] },
      { field: "Active", operator: "IN", value: [false] },
    ],
    row: accountSchema,
  });
  return found.map(({ Name, FullyQualifiedName }) => FullyQualifiedName ?? Name);
}

/**
 * Ids of a company's Undeposited Funds accounts, found by subtype, because companies can rename them.
 * Cached, as they rarely change and every read of payments needs them.
 */
export function createUndepositedFunds(
  api: QuickBooksApi,
): (store: Store) => Promise<ReadonlySet<string>> {
  const kept = new Map<string, { ids: ReadonlySet<string>; until: number }>();
  return async (store) => {
    const { realmId } = await api.credentials(store);
    const known = kept.get(realmId);
    if (known && known.until > Date.now()) return known.ids;
    const accounts = await all(api, store, {
      entity: "Account",
      find: "findAccounts",
      where: [{ field: "AccountSubType", operator: "=", value: UNDEPOSITED }],
      row: accountSchema,
    });
    const ids = new Set(accounts.map(({ Id }) => Id));
    kept.set(realmId, { ids, until: Date.now() + KEEP_MS });
    return ids;
  };
}
