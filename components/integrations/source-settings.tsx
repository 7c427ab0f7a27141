"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { expensesQuery } from "@/components/deposit-parts/existing-queries";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { DiscountFields } from "@/components/integrations/discount-fields";
import { FundingFields } from "@/components/integrations/funding-fields";
import { SettingsDialog } from "@/components/integrations/settings-dialog";
import {
  type Account,
  useSaveCategory,
  useSaveDiscount,
} from "@/components/integrations/settings-mutations";
import {
  changesOf,
  EMPTY_FORM,
  loadSourceForm,
  offered,
  type SourceForm,
} from "@/components/integrations/source-form";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { DateText } from "@/components/ui/date-text";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { Integration } from "@/lib/contracts/integrations";
import type { SourceProvider } from "@/lib/providers/list";
import { AccountSelect, obviousFees } from "./account-select";
import { discountQuery, integrationKeys, startDatesQuery } from "./queries";

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

const NOTHING = { ...EMPTY_FORM.discount, is_default: false };

/** What is saved, once all of it is known. The rest can be set while the list of categories fails to load. */
function useSourceSettings(provider: SourceProvider, connection: Integration) {
  const expenses = useQuery(expensesQuery);
  const discount = useQuery(discountQuery(provider));
  const { id: categoryId = "", Name: savedName } = connection.meta_data;
  const rate = provider.reportsFees ? NOTHING : discount.data;
  const listSettled = expenses.data !== undefined || (expenses.isError && !expenses.isFetching);
  const forms = useMemo(() => {
    if (!listSettled || !rate) return undefined;
    const { is_default, ...chosen } = rate;
    const saved: SourceForm = { categoryId, discount: chosen };
    return { saved, initial: offered(saved, { is_default }) };
  }, [listSettled, categoryId, rate]);
  return {
    saved: forms?.saved,
    initial: forms?.initial,
    savedName,
    expenses,
    error: forms || discount.isFetching ? null : discount.error,
    retry: () => void discount.refetch(),
  };
}

interface CategorySelectProps {
  savedName: string | undefined;
  accounts: readonly Account[];
  chosen: string;
  onChoose: (id: string) => void;
  /** Why the list could not be loaded: it is empty then. */
  failure: Error | null;
  onRetry: () => void;
}

/** The expense category of a processor's fees, and which one is saved. */
function CategorySelect({ savedName, failure, onRetry, ...props }: CategorySelectProps) {
  const ledger = useLedger();
  return (
    <AccountSelect
      label="Expense category"
      placeholder="Select expense category"
      emptyText={
        failure ? (
          <span role="alert" className="text-destructive">
            {`Couldn't load the categories. ${failure.message} `}
            <Button variant="link" size="sm" className="h-auto px-0" onClick={onRetry}>
              Retry
            </Button>
          </span>
        ) : (
          `Connect ${ledger.name} first. Categories come from your chart of accounts.`
        )
      }
      note={savedName && `Currently selected: ${savedName}`}
      {...props}
    />
  );
}

/** From when on a source is imported, and moving that back; nothing where everything is. */
function EarlierPayouts({ provider }: { provider: SourceProvider }) {
  const { data } = useQuery(startDatesQuery);
  const [day, setDay] = useState("");
  const move = useMoveBack(provider);
  const from = data?.sources.find((each) => each.integration_type === provider.wire)?.start_date;
  if (!from) return null;
  const isLater = day !== "" && day >= from;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-pretty">
        Payouts dated <DateText date={from} /> or later are imported.
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <DateField
          stacked
          label="Import earlier payouts from"
          value={day}
          error={isLater ? "Choose an earlier day." : undefined}
          onChange={setDay}
        />
        <Button
          variant="outline"
          disabled={day === "" || isLater}
          loading={move.isPending}
          onClick={() => move.mutate(day, { onSuccess: () => setDay("") })}
        >
          Import
        </Button>
      </div>
    </div>
  );
}

function useMoveBack({ wire }: SourceProvider) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (start_date: string) =>
      call("PUT /settings/start-dates/", { body: { integration_type: wire, start_date } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) =>
      toast.error("Couldn't import earlier payouts", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: integrationKeys.all }),
  });
}
