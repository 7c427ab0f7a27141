import { ACCOUNT_GROUPS, type AccountGroup } from "@/lib/constants/bookings";
import type { BookableAccount } from "@/lib/contracts/bookings";

interface AccountsOfGroup {
  group: AccountGroup;
  accounts: BookableAccount[];
}

/**
 * The accounts in one of the currencies, by group: the usual groups first, then as a chart of accounts lists them,
 * and by name inside.
 */
export function groupAccounts(
  accounts: readonly BookableAccount[],
  { currencies, usual }: { currencies: readonly string[]; usual: readonly AccountGroup[] },
): AccountsOfGroup[] {
  const order = [...usual, ...ACCOUNT_GROUPS.filter((group) => !usual.includes(group))];
  return order.flatMap((group) => {
    const own = accounts
      .filter((account) => account.group === group && currencies.includes(account.currency))
      .sort((a, b) => a.Name.localeCompare(b.Name));
    return own.length === 0 ? [] : [{ group, accounts: own }];
  });
}
