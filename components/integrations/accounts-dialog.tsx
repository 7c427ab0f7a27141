"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { banksQuery, expensesQuery } from "@/components/books/account-queries";
import { AccountSelect } from "@/components/integrations/account-select";
import { obviousBank, obviousFees } from "@/components/integrations/obvious-account";
import { SettingsDialog } from "@/components/integrations/settings-dialog";
import { useSaveAccounts } from "@/components/integrations/settings-mutations";
import type { Integration } from "@/lib/contracts/integrations";
import type { LedgerProvider, SourceProvider } from "@/lib/providers/list";

/** A processor with its first connection, whose settings all its accounts share. */
export interface ConnectedSource {
  provider: SourceProvider;
  connection: Integration;
}

/** The accounts that posting needs, all at once: the bank account and each processor's expense category. */
export function AccountsDialog({
  ledger,
  books,
  sources,
  onClose,
}: {
  ledger: LedgerProvider;
  books: Integration;
  sources: readonly ConnectedSource[];
  onClose: () => void;
}) {
  const banks = useQuery(banksQuery);
  const expenses = useQuery(expensesQuery);
  const save = useSaveAccounts({ onSaved: onClose });
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const choose = (key: string) => (id: string) => setChosen({ ...chosen, [key]: id });
  const listed = { banks: banks.data?.banks ?? [], expenses: expenses.data?.expenses ?? [] };
  // The first time, obvious accounts only have to be saved.
  const bank = chosen.bank ?? (books.meta_data.default_bank || obviousBank(listed.banks));
  const categoryOf = ({ provider, connection }: ConnectedSource) =>
    chosen[provider.wire] ?? (connection.meta_data.id || obviousFees(listed.expenses));
  const isWhole = bank !== "" && sources.every((source) => categoryOf(source) !== "");
  const failed = [banks, expenses].find(({ data, error }) => !data && error);
  return (
    <SettingsDialog
      title="Choose Accounts"
      description="Deposits go to the bank account, fees to the expense categories. You can change them in each provider's settings."
      loading={[banks, expenses].some(({ data, isFetching }) => !data && isFetching)}
      error={failed?.error ?? null}
      onRetry={() => void Promise.all([banks.refetch(), expenses.refetch()])}
      dirty={isWhole && Object.keys(chosen).length > 0}
      proposes={isWhole}
      guarded={Object.keys(chosen).length > 0}
      saving={save.isPending}
      onSave={() =>
        save.mutate({
          bank: listed.banks.find(({ Id }) => Id === bank),
          categories: sources.map((source) => ({
            provider: source.provider,
            category: listed.expenses.find(({ Id }) => Id === categoryOf(source)),
          })),
        })
      }
      onClose={onClose}
    >
      <AccountSelect
        label="Bank account"
        placeholder="Select bank account"
        emptyText={`${ledger.name} has no bank accounts. Add one there, then come back.`}
        accounts={listed.banks}
        chosen={bank}
        onChoose={choose("bank")}
      />
      {sources.map((source) => (
        <AccountSelect
          key={source.provider.wire}
          label={`Expense category for ${source.provider.name} fees`}
          placeholder="Select expense category"
          emptyText={`${ledger.name} has no expense accounts. Add one there, then come back.`}
          accounts={listed.expenses}
          chosen={categoryOf(source)}
          onChoose={choose(source.provider.wire)}
        />
      ))}
    </SettingsDialog>
  );
}
