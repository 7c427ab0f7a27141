"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Controller, useForm } from "react-hook-form";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { companiesQuery } from "@/components/session/companies";
import { companySettingsQuery } from "@/components/settings/queries";
import { SaveFooter } from "@/components/settings/save-footer";
import { timeZoneChoices } from "@/components/settings/time-zone-choices";
import { UnsavedChanges } from "@/components/settings/unsaved-changes";
import { Card, CardContent } from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { CompanySettings, saveCompanySettings } from "@/lib/contracts/settings";
import { DATE_FORMATS, formatDate } from "@/lib/format-date";
import { Setting } from "./save-footer";

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
      const { auto_post = settings.auto_post, timezone = settings.timezone, ...rest } = saved;
      const kept = { ...settings, ...rest, auto_post, timezone };
      queryClient.setQueryData(companySettingsQuery.queryKey, kept);
      // The top navigation has the name too.
      void queryClient.invalidateQueries({ queryKey: companiesQuery.queryKey });
      form.reset(saved);
      toast.success("Settings saved successfully");
    },
    onError: (error) => toast.error("Couldn't save your settings", { description: error.message }),
  });
  const algorithm = form.watch("matching_algorithm");
  return (
    <form noValidate onSubmit={form.handleSubmit((changed) => save.mutate(changed))}>
      <Card>
        <CardContent className="grid gap-6">
          <Section id="company" title="Company and dates">
            <Field label="Company Name" error={errors.company_name?.message}>
              {(control) => (
                <Input
                  autoComplete="organization"
                  {...control}
                  {...form.register("company_name")}
                />
              )}
            </Field>
            <div className="grid gap-6 sm:grid-cols-2">
              <Field label="Date Format" hint="Used throughout the app.">
                {(control) => (
                  <Controller
                    name="date_format"
                    control={form.control}
                    render={({ field }) => (
                      <Choice
                        {...control}
                        className="w-full"
                        options={DATE_OPTIONS}
                        value={field.value}
                        onChange={field.onChange}
                      />
                    )}
                  />
                )}
              </Field>
              <Field
                label="Company Time Zone"
                hint="Used for daily sync, the weekly summary and dates."
              >
                {(control) => (
                  <Controller
                    name="timezone"
                    control={form.control}
                    render={({ field }) => (
                      <Choice
                        {...control}
                        className="w-full"
                        options={timeZoneChoices(settings.timezone)}
                        value={field.value ?? settings.timezone}
                        onChange={field.onChange}
                      />
                    )}
                  />
                )}
              </Field>
            </div>
          </Section>
          <Section id="matching" title="Matching">
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
            <Setting label="Auto Match" hint="Match deposits automatically after each sync.">
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
              hint="Sync once a day, between 4 and 6 a.m. of the company's time zone."
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
          </Section>
          <Section id="posting" title="Posting">
            <Setting
              label="Post automatically"
              hint="Post new matches automatically. Deposits already waiting still need your review."
            >
              {(control) => (
                <Controller
                  name="auto_post"
                  control={form.control}
                  render={({ field }) => (
                    <Switch
                      {...control}
                      checked={field.value ?? false}
                      onCheckedChange={field.onChange}
                    />
                  )}
                />
              )}
            </Setting>
          </Section>
        </CardContent>
        <SaveFooter dirty={isDirty} saving={save.isPending} onDiscard={() => form.reset()} />
      </Card>
      <UnsavedChanges dirty={isDirty && !save.isPending} />
    </form>
  );
}

/** One of the sections that the list at the left leads to. */
function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-label={title}
      className="grid scroll-mt-20 gap-5 not-first:border-t not-first:pt-6"
    >
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** The matching algorithms, each with what it does. */
const ALGORITHMS: {
  value: CompanySettings["matching_algorithm"];
  label: string;
  hint: string;
}[] = [
  {
    value: "smart",
    label: "Smart",
    hint: "Weighs amounts, dates, names and references, learns from your decisions and auto-matches only when confident.",
  },
  {
    value: "exact",
    label: "Exact",
    hint: "Amount and reference must match exactly.",
  },
  {
    value: "fuzzy",
    label: "Fuzzy",
    hint: "Allows fees, small differences, wider dates and misspellings. Suggests only.",
  },
];
