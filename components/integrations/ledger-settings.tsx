"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { banksQuery, clearingQuery } from "@/components/books/account-queries";
import { AccountSelect } from "@/components/integrations/account-select";
import { SettingsDialog } from "@/components/integrations/settings-dialog";
import { useSaveBank, useSaveClearing } from "@/components/integrations/settings-mutations";
import type { Integration } from "@/lib/contracts/integrations";
import type { LedgerProvider } from "@/lib/providers/list";

export function LedgerSettings({
  provider,
  connection,
  onClose,
}: {
  provider: LedgerProvider;
  connection: Integration;
  onClose: () => void;
}) {
  const banks = useQuery(banksQuery);
  const clearing = useQuery(clearingQuery);
  const { default_bank: savedBank = "", clearing_account: savedClearing = "" } =
    connection.meta_data;
  const [bank, setBank] = useState(savedBank);
  const [account, setAccount] = useState(savedClearing);
  const accounts = clearing.data?.accounts ?? [];
  const bankChanged = bank !== savedBank;
  const clearingChanged = account !== savedClearing;
  const saveClearing = useSaveClearing({ onSaved: onClose });
  const saveChosenClearing = () => saveClearing.mutate(accounts.find(({ Id }) => Id === account));
  // Saved in sequence, so an error names what failed and the dialog stays open.
  const saveBank = useSaveBank({ onSaved: clearingChanged ? saveChosenClearing : onClose });
  const loaded = banks.data && clearing.data;
  const pending = [banks, clearing].some(({ isPending, isFetching }) => isPending || isFetching);

  return (
    <SettingsDialog
      title={`${provider.name} Settings`}
      description="Matched deposits are posted to this bank account."
      loading={!loaded && pending}
      error={loaded ? null : (banks.error ?? clearing.error)}
      onRetry={() => void Promise.all([banks.refetch(), clearing.refetch()])}
      dirty={bankChanged || clearingChanged}
      saving={saveBank.isPending || saveClearing.isPending}
      onSave={() =>
        bankChanged
          ? saveBank.mutate(banks.data?.banks.find(({ Id }) => Id === bank))
          : saveChosenClearing()
      }
      onClose={onClose}
    >
      <AccountSelect
        label="Bank account"
        placeholder="Select bank account"
        emptyText={`${provider.name} has no bank accounts. Add one there, then come back.`}
        accounts={banks.data?.banks ?? []}
        chosen={bank}
        onChoose={setBank}
      />
      <AccountSelect
        label="Clearing account (optional)"
        placeholder="Select clearing account"
        note={`For negative payouts, which ${provider.name} can't record as deposits. Categorize the bank withdrawal to this account too.`}
        emptyText={`${provider.name} has no Other Current Assets accounts. Add one there, then come back.`}
        accounts={accounts}
        chosen={account}
        onChoose={setAccount}
      />
    </SettingsDialog>
  );
}
