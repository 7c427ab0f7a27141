import { expect, test } from "vitest";
import { groupAccounts } from "@/components/deposit-parts/account-choice";
import type { AccountGroup } from "@/lib/constants/bookings";

const account = (Name: string, group: AccountGroup, currency = "USD") => ({
  ...{ Id: Name, Name, group, currency },
});

test("accounts are grouped, the usual groups first, without those of another currency", () => {
  const accounts = [
    account("Rent", "Expense"),
    account("Sales", "Income"),
    account("Savings", "Bank"),
    account("Fees", "Expense"),
    account("Euro Account", "Bank", "EUR"),
  ];
  const grouped = (currencies: string[], usual: AccountGroup[]) =>
    groupAccounts(accounts, { currencies, usual }).map(({ group, accounts: own }) => [
      group,
      own.map(({ Name }) => Name),
    ]);
  expect(grouped(["USD"], ["Bank"])).toEqual([
    ["Bank", ["Savings"]],
    ["Income", ["Sales"]],
    ["Expense", ["Fees", "Rent"]],
  ]);
  expect(grouped(["EUR"], [])).toEqual([["Bank", ["Euro Account"]]]);
});
