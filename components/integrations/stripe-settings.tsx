"use client";

import { useQuery } from "@tanstack/react-query";
import { toast } from "sonner";
import { AccountDialog } from "@/components/integrations/account-dialog";
import { useSaveStripeCategory } from "@/components/integrations/mutations";
import { expensesQuery } from "@/components/integrations/queries";
import type { Integration } from "@/lib/contracts/integrations";

export function StripeSettings({
  connection,
  onClose,
}: {
  connection: Integration;
  onClose: () => void;
}) {
  const { data, isPending } = useQuery(expensesQuery);
  const save = useSaveStripeCategory();
  const selected = connection.meta_data.Name;
  return (
    <AccountDialog
      title="Stripe Settings"
      description="Stripe's fees are booked on this expense category."
      label="Expense category"
      placeholder="Select expense category"
      emptyText="Connect QuickBooks first: the categories come from your books."
      loading={isPending}
      accounts={data?.expenses ?? []}
      savedId={connection.meta_data.id}
      note={selected && `Currently selected: ${selected}`}
      saving={save.isPending}
      onClose={onClose}
      onSave={(category) =>
        category
          ? save.mutate(category, { onSuccess: onClose })
          : toast.error("Failed to save expense category")
      }
    />
  );
}
