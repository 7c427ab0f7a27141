"use client";

import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useContractResolver } from "@/components/feedback/contract-resolver";
import {
  type AuthorizeForm,
  changesOf,
  EMPTY_FORM,
  loadAuthorizeForm,
} from "@/components/integrations/authorize-form";
import { CategorySelect } from "@/components/integrations/category-select";
import { DiscountFields } from "@/components/integrations/discount-fields";
import { SettingsDialog } from "@/components/integrations/settings-dialog";
import { useSaveCategory, useSaveDiscount } from "@/components/integrations/settings-mutations";
import { useAuthorizeSettings } from "@/components/integrations/use-authorize-settings";

/** The expense category and the discount rate: two things, saved each by its own call. */
export function AuthorizeSettings({ onClose }: { onClose: () => void }) {
  const { saved, savedName, expenses, error, retry } = useAuthorizeSettings();
  const form = useForm({
    resolver: useContractResolver(loadAuthorizeForm),
    defaultValues: EMPTY_FORM,
  });
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready || !saved) return;
    form.reset(saved);
    setReady(true);
  }, [ready, saved, form]);

  const saveCategory = useSaveCategory("authorize");
  const saveDiscount = useSaveDiscount();
  const accounts = expenses.data?.expenses ?? [];
  const edited = form.watch();
  const changes = saved && ready ? changesOf(saved, edited) : { category: false, discount: false };

  async function save({ categoryId, discount }: AuthorizeForm) {
    try {
      if (changes.category) {
        await saveCategory.mutateAsync(accounts.find(({ Id }) => Id === categoryId));
      }
      if (changes.discount) await saveDiscount.mutateAsync(discount);
      onClose();
    } catch {
      // Each of them has said so, and what was not saved still stands in the form.
    }
  }

  return (
    <SettingsDialog
      title="Authorize.Net Settings"
      description="Authorize.Net's fees are booked on this expense category."
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
      <DiscountFields form={form} />
    </SettingsDialog>
  );
}
