"use client";

import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { CategorySelect } from "@/components/integrations/category-select";
import { DiscountFields } from "@/components/integrations/discount-fields";
import { SettingsDialog } from "@/components/integrations/settings-dialog";
import { useSaveCategory, useSaveDiscount } from "@/components/integrations/settings-mutations";
import {
  changesOf,
  EMPTY_FORM,
  loadSourceForm,
  type SourceForm,
} from "@/components/integrations/source-form";
import { useSourceSettings } from "@/components/integrations/use-source-settings";
import type { Integration } from "@/lib/contracts/integrations";
import type { SourceProvider } from "@/lib/providers/list";

/** The expense category, and the discount rate where fees are predicted: saved each by its own call. */
export function SourceSettings({
  provider,
  connection,
  onClose,
}: {
  provider: SourceProvider;
  connection: Integration;
  onClose: () => void;
}) {
  const { saved, savedName, expenses, error, retry } = useSourceSettings(provider, connection);
  const form = useForm<SourceForm>({
    resolver: useContractResolver(loadSourceForm),
    defaultValues: EMPTY_FORM,
  });
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready || !saved) return;
    form.reset(saved);
    setReady(true);
  }, [ready, saved, form]);

  const saveCategory = useSaveCategory(provider);
  const saveDiscount = useSaveDiscount(provider);
  const accounts = expenses.data?.expenses ?? [];
  const edited = form.watch();
  const changes = saved && ready ? changesOf(saved, edited) : { category: false, discount: false };

  async function save({ categoryId, discount }: SourceForm) {
    try {
      if (changes.category) {
        await saveCategory.mutateAsync(accounts.find(({ Id }) => Id === categoryId));
      }
      if (changes.discount) await saveDiscount.mutateAsync(discount);
      onClose();
    } catch {
      // Each of them has shown its error, and what was not saved is still in the form.
    }
  }

  return (
    <SettingsDialog
      title={`${provider.name} Settings`}
      description={`${provider.name} fees are recorded to this expense category.`}
      loading={!ready && error === null}
      error={error}
      onRetry={retry}
      dirty={changes.category || changes.discount}
      saving={saveCategory.isPending || saveDiscount.isPending}
      onSave={form.handleSubmit(save)}
      onClose={onClose}
    >
      <CategorySelect
        savedName={savedName}
        accounts={accounts}
        chosen={edited.categoryId}
        onChoose={(id) => form.setValue("categoryId", id)}
        failure={expenses.data ? null : expenses.error}
        onRetry={() => expenses.refetch()}
      />
      {!provider.reportsFees && <DiscountFields form={form} name={provider.name} />}
    </SettingsDialog>
  );
}
