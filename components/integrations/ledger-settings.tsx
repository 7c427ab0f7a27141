"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  banksQuery,
  clearingQuery,
  paymentAccountQuery,
} from "@/components/deposit-parts/existing-queries";
import {
  useSaveClearing,
  useSavePaymentAccount,
} from "@/components/deposit-parts/use-save-payment-account";
import { AccountSelect } from "@/components/integrations/account-select";
import {
  type BankChoices,
  bankChoiceKey,
  ForeignBanks,
  useSaveBanks,
} from "@/components/integrations/foreign-banks";
import {
  choicesOf,
  type PaymentAccountChoice,
  PaymentAccounts,
  paymentAccountsToSave,
} from "@/components/integrations/payment-accounts";
import { bankSettingsQuery } from "@/components/integrations/queries";
import { SettingsDialog } from "@/components/integrations/settings-dialog";
import { useSaveBank } from "@/components/integrations/settings-mutations";
import type { Integration } from "@/lib/contracts/integrations";
import type { LedgerProvider } from "@/lib/providers/list";
import { obviousBank } from "./account-select";

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
  const hasClearing = "listClearing" in provider.endpoints;
  const clearing = useQuery({ ...clearingQuery, enabled: hasClearing });
  const kinds = useQuery(bankSettingsQuery);
  const payments = useQuery(paymentAccountQuery);
  const { default_bank: savedBank = "", clearing_account: savedClearing = "" } =
    connection.meta_data;
  const [chosenBank, setBank] = useState<string | null>(null);
  const [account, setAccount] = useState(savedClearing);
  const [foreign, setForeign] = useState<BankChoices>({});
  const [changed, setChanged] = useState<PaymentAccountChoice[] | null>(null);
  const paid = paymentAccountsToSave(changed, payments.data);
  const accounts = clearing.data?.accounts ?? [];
  // The first time, an obvious account only has to be saved.
  const bank = chosenBank ?? (savedBank || obviousBank(banks.data?.banks ?? []));
  const changedKinds = (kinds.data?.banks ?? []).flatMap((kind) => {
    const chosen = foreign[bankChoiceKey(kind)];
    if (!chosen || chosen === kind.account?.Id) return [];
    const { integration_type, currency } = kind;
    return { integration_type, currency, account_id: chosen };
  });
  // Saved in sequence, so an error names what failed and the dialog stays open.
  const saveBank = useSaveBank(provider, { onSaved: () => saveFrom(1) });
  const saveClearing = useSaveClearing({ onSaved: () => saveFrom(2) });
  const saveBanks = useSaveBanks();
  const savePayments = useSavePaymentAccount({ onSaved: onClose });
  const steps = [
    {
      isDue: bank !== savedBank,
      isChosen: chosenBank !== null,
      save: () => saveBank.mutate(banks.data?.banks.find(({ Id }) => Id === bank)),
    },
    {
      isDue: account !== savedClearing,
      save: () => saveClearing.mutate(accounts.find(({ Id }) => Id === account)),
    },
    {
      isDue: changedKinds.length > 0,
      save: () => saveBanks.mutate(changedKinds, { onSuccess: () => saveFrom(3) }),
    },
    { isDue: paid !== null, save: () => paid && savePayments.mutate(paid) },
  ];
  const saveFrom = (index: number) => {
    const next = steps.slice(index).find(({ isDue }) => isDue);
    if (next) next.save();
    else onClose();
  };
  const saves = [saveBank, saveClearing, saveBanks, savePayments];
  const queries = hasClearing ? [banks, clearing, payments] : [banks, payments];
  const loaded = queries.every(({ data }) => data);
  const pending = queries.some(({ isPending, isFetching }) => isPending || isFetching);

  return (
    <SettingsDialog
      title={`${provider.name} Settings`}
      description="Matched deposits are posted to this bank account."
      loading={!loaded && pending}
      error={loaded ? null : (queries.find(({ error }) => error)?.error ?? null)}
      onRetry={() => void Promise.all(queries.map(({ refetch }) => refetch()))}
      dirty={steps.some(({ isDue, isChosen = true }) => isDue && isChosen)}
      proposes={bank !== savedBank}
      saving={saves.some(({ isPending }) => isPending)}
      onSave={() => saveFrom(0)}
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
      <ForeignBanks choices={foreign} onChoose={setForeign} />
      {payments.data && (
        <PaymentAccounts
          ledger={provider.name}
          saved={payments.data}
          choices={changed ?? choicesOf(payments.data)}
          onChange={setChanged}
        />
      )}
      {hasClearing && (
        <AccountSelect
          label="Account for negative payouts (optional)"
          placeholder="Select account"
          note={`${provider.name} can't record a negative deposit. Categorize the bank withdrawal to this account too.`}
          emptyText={`${provider.name} has no Other Current Assets accounts. Add one there, then come back.`}
          accounts={accounts}
          chosen={account}
          onChoose={setAccount}
        />
      )}
    </SettingsDialog>
  );
}
