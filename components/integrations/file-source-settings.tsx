"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { expensesQuery } from "@/components/deposit-parts/existing-queries";
import { useLedger } from "@/components/session/companies";
import type { Integration } from "@/lib/contracts/integrations";
import { AccountSelect, obviousFees } from "./account-select";
import { useSaveFeeAccount } from "./file-queries";
import { SettingsDialog } from "./settings-dialog";

/** The expense category of the fees of a processor by file. */
export function FileSourceSettings({
  source,
  onClose,
}: {
  source: Integration;
  onClose: () => void;
}) {
  const ledger = useLedger();
  const { data, error, isFetching, refetch } = useQuery(expensesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const save = useSaveFeeAccount(source, onClose);
  const { id: saved = "", Name: savedName } = source.meta_data;
  const accounts = data?.expenses ?? [];
  const account = chosen ?? (saved || obviousFees(accounts));
  const isChanged = account !== "" && account !== saved;
  return (
    <SettingsDialog
      title={`${source.display_name} Settings`}
      description={`${source.display_name} fees are recorded to this expense category.`}
      loading={!data && isFetching}
      error={data ? null : error}
      onRetry={() => void refetch()}
      dirty={isChanged && chosen !== null}
      proposes={isChanged}
      guarded={isChanged && chosen !== null}
      saving={save.isPending}
      onSave={() => save.mutate(account)}
      onClose={onClose}
    >
      <AccountSelect
        label="Expense category"
        placeholder="Select expense category"
        emptyText={`Connect ${ledger.name} first. Categories come from your chart of accounts.`}
        note={savedName && `Currently selected: ${savedName}`}
        accounts={accounts}
        chosen={account}
        onChoose={setChosen}
      />
    </SettingsDialog>
  );
}
