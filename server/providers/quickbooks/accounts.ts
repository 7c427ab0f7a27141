import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { currencyOf } from "@/server/providers/quickbooks/mapper";
import { all } from "@/server/providers/quickbooks/query";
import { account as accountSchema } from "@/server/providers/quickbooks/schemas";
import type { LedgerAccount } from "@/server/providers/types";

const UNDEPOSITED = "UndepositedFunds";
const KEEP_MS = 10 * 60_000;

/** Account types that a Deposit can be made to or have lines on. */
const TYPES: Record<string, LedgerAccount["type"]> = {
  Bank: "bank",
  Expense: "expense",
  "Other Expense": "expense",
  "Cost of Goods Sold": "expense",
  "Other Current Asset": "current_asset",
  Income: "other",
  "Other Income": "other",
  Equity: "other",
};

/** Active accounts that a Deposit can use, without Undeposited Funds. */
export async function listAccounts(api: QuickBooksApi, store: Store): Promise<LedgerAccount[]> {
  const { homeCurrency } = await api.credentials(store);
  const accounts = await all(api, store, {
    entity: "Account",
    find: "findAccounts",
    where: [{ field: "AccountType", operator: "IN", value: Object.keys(TYPES) }],
    row: accountSchema,
  });
  return accounts
    .filter(({ AccountSubType }) => AccountSubType !== UNDEPOSITED)
    .map((account) => ({
      id: account.Id,
      name: account.FullyQualifiedName ?? account.Name,
      type: TYPES[account.AccountType] ?? "other",
      currency: currencyOf(account, homeCurrency),
    }));
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
