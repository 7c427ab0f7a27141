"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { useContractResolver } from "@/components/feedback/contract-resolver";
import { ALGORITHMS, DATE_FORMATS } from "@/components/settings/choices";
import { SaveFooter } from "@/components/settings/save-footer";
import { Setting } from "@/components/settings/setting";
import { UnsavedChanges } from "@/components/settings/unsaved-changes";
import { companySettingsQuery } from "@/components/shell/preferences";
import { Card, CardContent } from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { CompanySettings, saveCompanySettings } from "@/lib/contracts/settings";
import { formatDate } from "@/lib/format-date";

const EXAMPLE_DATE = "2026-01-31";
const DATE_OPTIONS = DATE_FORMATS.map((format) => ({
  value: format,
  label: `${format} (${formatDate(EXAMPLE_DATE, format)})`,
}));

const load = () =>
  import("@/lib/contracts/settings").then((contract) => contract.companySettingsChange);

export function GeneralForm({ settings }: { settings: CompanySettings }) {
  const queryClient = useQueryClient();
  const { currency: _, ...editable } = settings;
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: editable,
  });
  const { errors, isDirty } = form.formState;
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof saveCompanySettings>) =>
      call("PUT /settings/company/", { body }),
    onSuccess: (_, saved) => {
      queryClient.setQueryData(companySettingsQuery.queryKey, { ...settings, ...saved });
      form.reset(saved);
      toast.success("Settings saved successfully");
    },
    onError: (error) => toast.error("Settings could not be saved", { description: error.message }),
  });
  const algorithm = form.watch("matching_algorithm");
  return (
    <form noValidate onSubmit={form.handleSubmit((changed) => save.mutate(changed))}>
      <Card className="max-w-2xl">
        <CardContent className="grid gap-6">
          <Field label="Company Name" error={errors.company_name?.message}>
            {(control) => (
              <Input autoComplete="organization" {...control} {...form.register("company_name")} />
            )}
          </Field>
          <Field
            label="Matching Algorithm"
            hint={ALGORITHMS.find(({ value }) => value === algorithm)?.hint}
          >
            {(control) => (
              <Controller
                name="matching_algorithm"
                control={form.control}
                render={({ field }) => (
                  <Choice
                    {...control}
                    className="w-full sm:w-64"
                    options={ALGORITHMS}
                    value={field.value}
                    onChange={field.onChange}
                  />
                )}
              />
            )}
          </Field>
          <Setting label="Auto Match" hint="Matches deposits by itself after each sync.">
            {(control) => (
              <Controller
                name="auto_match"
                control={form.control}
                render={({ field }) => (
                  <Switch {...control} checked={field.value} onCheckedChange={field.onChange} />
                )}
              />
            )}
          </Setting>
          <Setting
            label="Daily Synchronization"
            hint="Fetches payouts and payments once a day, early in the morning of your time zone (between 4:00 and 6:00)."
          >
            {(control) => (
              <Controller
                name="daily_sync"
                control={form.control}
                render={({ field }) => (
                  <Switch {...control} checked={field.value} onCheckedChange={field.onChange} />
                )}
              />
            )}
          </Setting>
          <Field label="Date Format" hint="How every date on every page is written.">
            {(control) => (
              <Controller
                name="date_format"
                control={form.control}
                render={({ field }) => (
                  <Choice
                    {...control}
                    className="w-full sm:w-64"
                    options={DATE_OPTIONS}
                    value={field.value}
                    onChange={field.onChange}
                  />
                )}
              />
            )}
          </Field>
        </CardContent>
        <SaveFooter dirty={isDirty} saving={save.isPending} onDiscard={() => form.reset()} />
      </Card>
      <UnsavedChanges dirty={isDirty && !save.isPending} />
    </form>
  );
}
