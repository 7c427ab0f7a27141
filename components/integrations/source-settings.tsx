"use client";

import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { CategorySelect } from "@/components/integrations/category-select";
import { DiscountFields } from "@/components/integrations/discount-fields";
import { EarlierPayouts } from "@/components/integrations/earlier-payouts";
import { FundingFields } from "@/components/integrations/funding-fields";
import { obviousFees } from "@/components/integrations/obvious-account";
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
  const { saved, initial, savedName, expenses, error, retry } = useSourceSettings(
    provider,
    connection,
  );
  const form = useForm<SourceForm>({
    resolver: useContractResolver(loadSourceForm),
    defaultValues: EMPTY_FORM,
  });
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready || !initial) return;
    form.reset(initial);
    setReady(true);
  }, [ready, initial, form]);

  const saveCategory = useSaveCategory(provider);
  const saveDiscount = useSaveDiscount(provider);
  const accounts = expenses.data?.expenses ?? [];
  const edited = form.watch();
  // The first time, an obvious account only has to be saved.
  const chosen = edited.categoryId || obviousFees(accounts);
  const changes =
    saved && ready
      ? changesOf(saved, { ...edited, categoryId: chosen })
      : { category: false, discount: false };

  async function save({ discount }: SourceForm) {
    const categoryId = chosen;
    try {
      // First: choosing the category posts matched deposits, which are to have their amount and day by then.
      if (changes.discount) await saveDiscount.mutateAsync(discount);
      if (changes.category) {
        await saveCategory.mutateAsync(accounts.find(({ Id }) => Id === categoryId));
      }
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
      dirty={(changes.category && edited.categoryId !== "") || changes.discount}
      proposes={changes.category}
      guarded={form.formState.isDirty}
      saving={saveCategory.isPending || saveDiscount.isPending}
      onSave={form.handleSubmit(save)}
      onClose={onClose}
    >
      <CategorySelect
        savedName={savedName}
        accounts={accounts}
        chosen={chosen}
        onChoose={(id) => form.setValue("categoryId", id, { shouldDirty: true })}
        failure={expenses.data ? null : expenses.error}
        onRetry={() => expenses.refetch()}
      />
      <EarlierPayouts provider={provider} />
      {!provider.reportsFees && (
        <>
          <DiscountFields form={form} name={provider.name} />
          <FundingFields form={form} name={provider.name} />
        </>
      )}
    </SettingsDialog>
  );
}
