"use client";

import { useQuery } from "@tanstack/react-query";
import { toast } from "sonner";
import { AccountDialog } from "@/components/integrations/account-dialog";
import { useSaveBank } from "@/components/integrations/mutations";
import { banksQuery } from "@/components/integrations/queries";
import type { Integration } from "@/lib/contracts/integrations";

export function QuickbooksSettings({
  connection,
  onClose,
}: {
  connection: Integration;
  onClose: () => void;
}) {
  const { data, isPending } = useQuery(banksQuery);
  const save = useSaveBank();
  return (
    <AccountDialog
      title="QuickBooks Settings"
      description="Matched deposits are posted to this bank account."
      label="Bank account"
      placeholder="Select bank account"
      emptyText="QuickBooks has no bank account to choose from. Add one there and come back."
      loading={isPending}
      accounts={data?.banks ?? []}
      savedId={connection.meta_data.default_bank}
      saving={save.isPending}
      onClose={onClose}
      onSave={(bank) =>
        bank
          ? save.mutate({ bank_id: bank.Id, bank_name: bank.Name }, { onSuccess: onClose })
          : toast.error("Failed to save bank account settings")
      }
    />
  );
}
