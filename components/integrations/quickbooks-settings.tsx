"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AccountSelect } from "@/components/integrations/account-select";
import { banksQuery } from "@/components/integrations/queries";
import { SettingsDialog } from "@/components/integrations/settings-dialog";
import { useSaveBank } from "@/components/integrations/settings-mutations";
import type { Integration } from "@/lib/contracts/integrations";

export function QuickbooksSettings({
  connection,
  onClose,
}: {
  connection: Integration;
  onClose: () => void;
}) {
  const { data, error, isPending, isFetching, refetch } = useQuery(banksQuery);
  const saved = connection.meta_data.default_bank ?? "";
  const [chosen, setChosen] = useState(saved);
  const save = useSaveBank({ onSaved: onClose });
  const banks = data?.banks ?? [];
  return (
    <SettingsDialog
      title="QuickBooks Settings"
      description="Matched deposits are posted to this bank account."
      loading={!data && (isPending || isFetching)}
      error={data ? null : error}
      onRetry={() => refetch()}
      dirty={chosen !== saved}
      saving={save.isPending}
      onSave={() => save.mutate(banks.find(({ Id }) => Id === chosen))}
      onClose={onClose}
    >
      <AccountSelect
        label="Bank account"
        placeholder="Select bank account"
        emptyText="QuickBooks has no bank account to choose from. Add one there and come back."
        accounts={banks}
        chosen={chosen}
        onChoose={setChosen}
      />
    </SettingsDialog>
  );
}
