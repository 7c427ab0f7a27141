import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useMemo } from "react";
import { NativeSelect } from "@/components/ui/native-select";
import { ACCOUNT_GROUPS, type AccountGroup } from "@/lib/constants/bookings";
import type { BookableAccount } from "@/lib/contracts/bookings";
import { accountsQuery } from "./existing-queries";

interface AccountChoiceProps extends Omit<ComponentProps<typeof NativeSelect>, "onChange"> {
  /** The chosen account; its name shows while the list is not loaded, and after it has left the list. */
  chosen: { Id: string; Name: string } | null;
  /** Groups that are usual for what is booked, listed first. */
  usual?: readonly AccountGroup[];
  /** What usual accounts are called: they come before all groups. */
  names?: readonly RegExp[] | undefined;
  /** The usual groups are the only ones. */
  only?: boolean;
  /** Of the deposit: accounts in it or in the books' home currency fit. By default the home currency only. */
  currency?: string;
  /** Stands for no account; without it, a choice can't be taken back. */
  none?: string | undefined;
  onChoose: (account: { Id: string; Name: string; group: AccountGroup } | null) => void;
}

/** Any account of the books that a line of a deposit can be booked to, by the groups of the chart of accounts. */
export function AccountChoice({
  chosen,
  usual,
  names,
  only = false,
  currency,
  none,
  onChoose,
  ...props
}: AccountChoiceProps) {
  const { data } = useQuery(accountsQuery);
  const groups = useMemo(
    () =>
      groupAccounts(data?.accounts ?? [], {
        currencies: [data?.home_currency, currency].filter((each) => each !== undefined),
        usual: usual ?? [],
        names: names ?? [],
      }).filter(({ group }) => !only || usual?.some((each) => each === group)),
    [data, currency, usual, names, only],
  );
  const listed = groups.flatMap(({ accounts }) => accounts);
  const isGone = chosen !== null && !listed.some(({ Id }) => Id === chosen.Id);
  return (
    <NativeSelect
      {...props}
      value={chosen?.Id ?? ""}
      onChange={({ target }) => onChoose(listed.find(({ Id }) => Id === target.value) ?? null)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {isGone && <option value={chosen.Id}>{chosen.Name}</option>}
      {groups.map(({ group, accounts }) => (
        <optgroup key={group} label={group}>
          {accounts.map(({ Id, Name }) => (
            <option key={Id} value={Id}>
              {Name}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}

interface AccountsOfGroup {
  group: AccountGroup | typeof SUGGESTED;
  accounts: BookableAccount[];
}

/** Heads the accounts that are suggested by their names. */
const SUGGESTED = "Suggested";

/**
 * The accounts in one of the currencies, by group: those with a usual name first, each of them only there, then the
 * usual groups, then as a chart of accounts lists them, and by name inside.
 */
export function groupAccounts(
  accounts: readonly BookableAccount[],
  {
    currencies,
    usual,
    names = [],
  }: {
    currencies: readonly string[];
    usual: readonly AccountGroup[];
    names?: readonly RegExp[];
  },
): AccountsOfGroup[] {
  const fitting = accounts
    .filter(({ currency }) => currencies.includes(currency))
    .sort((a, b) => a.Name.localeCompare(b.Name));
  const named = new Set(names.flatMap((name) => fitting.filter(({ Name }) => name.test(Name))));
  const suggested: AccountsOfGroup[] =
    named.size === 0 ? [] : [{ group: SUGGESTED, accounts: [...named] }];
  const order = [...usual, ...ACCOUNT_GROUPS.filter((group) => !usual.includes(group))];
  const groups = order.flatMap((group): AccountsOfGroup[] => {
    const own = fitting.filter((account) => account.group === group && !named.has(account));
    return own.length === 0 ? [] : [{ group, accounts: own }];
  });
  return [...suggested, ...groups];
}
