"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CategorySelect } from "@/components/integrations/category-select";
import { expensesQuery } from "@/components/integrations/queries";
import { SettingsDialog } from "@/components/integrations/settings-dialog";
import { useSaveCategory } from "@/components/integrations/settings-mutations";
import type { Integration } from "@/lib/contracts/integrations";

export function StripeSettings({
  connection,
  onClose,
}: {
  connection: Integration;
  onClose: () => void;
}) {
  const { data, error, isPending, isFetching, refetch } = useQuery(expensesQuery);
  const { id: savedId = "", Name: savedName } = connection.meta_data;
  const [chosen, setChosen] = useState(savedId);
  const save = useSaveCategory("stripe");
  const expenses = data?.expenses ?? [];
  return (
    <SettingsDialog
      title="Stripe Settings"
      description="Stripe's fees are booked on this expense category."
      loading={!data && (isPending || isFetching)}
      dirty={chosen !== savedId}
      saving={save.isPending}
      onSave={() =>
        save.mutate(
          expenses.find(({ Id }) => Id === chosen),
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <CategorySelect
        savedName={savedName}
        accounts={expenses}
        chosen={chosen}
        onChoose={setChosen}
        failure={data ? null : error}
        onRetry={() => refetch()}
      />
    </SettingsDialog>
  );
}
