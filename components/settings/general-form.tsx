"use client";

import type { ReactNode } from "react";
import { companiesQuery } from "@/components/session/companies";
import { companySettingsQuery } from "@/components/settings/queries";
import { NotSaved } from "@/components/settings/save-all";
import { Setting } from "@/components/settings/settings-form";
import { timeZoneChoices } from "@/components/settings/time-zone-choices";
import { useDrafts } from "@/components/settings/use-drafts";
import { Card, CardContent } from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { call } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import type { CompanySettings } from "@/lib/contracts/settings";
import { DATE_FORMATS, formatDate } from "@/lib/format-date";

const EXAMPLE_DATE = "2026-01-31";
const DATE_OPTIONS = DATE_FORMATS.map((format) => ({
  value: format,
  label: `${format} (${formatDate(EXAMPLE_DATE, format)})`,
}));

/** Stored as one. */
const PART = "company";

/** The company's own settings, as a section of the form that saves them. */
export function GeneralForm({ settings }: { settings: CompanySettings }) {
  const { valueAt, change, errors } = useDrafts({
    title: "Company",
    saved: new Map([[PART, settings]]),
    save: (body) => call("PUT /settings/company/", { body }),
    // The top navigation has the name too.
    shownBy: [companySettingsQuery.queryKey, companiesQuery.queryKey],
  });
  const value = valueAt(PART) ?? settings;
  const set = (part: Partial<CompanySettings>) => change(PART, part);
  const error = errors.get(PART);
  const nameError = error instanceof ApiError ? error.fields.company_name : undefined;
  const toggle = (name: "auto_match" | "daily_sync" | "auto_post", label: string, hint: string) => (
    <Setting label={label} hint={hint}>
      {(control) => (
        <Switch
          {...control}
          checked={value[name]}
          onCheckedChange={(isOn) => set({ [name]: isOn })}
        />
      )}
    </Setting>
  );
  return (
    <Card>
      <CardContent className="grid gap-6">
        {!nameError && <NotSaved text="Couldn't save your settings" errors={errors} />}
        <Section id="company" title="Company and dates">
          <Field label="Company Name" error={nameError}>
            {(control) => (
              <Input
                autoComplete="organization"
                {...control}
                value={value.company_name}
                onChange={({ target }) => set({ company_name: target.value })}
              />
            )}
          </Field>
          <div className="grid gap-6 sm:grid-cols-2">
            <Field label="Date Format" hint="Used throughout the app.">
              {(control) => (
                <Choice
                  {...control}
                  className="w-full"
                  options={DATE_OPTIONS}
                  value={value.date_format}
                  onChange={(date_format) => set({ date_format })}
                />
              )}
            </Field>
            <Field
              label="Company Time Zone"
              hint="Used for daily sync, the weekly summary and dates."
            >
              {(control) => (
                <Choice
                  {...control}
                  className="w-full"
                  options={timeZoneChoices(settings.timezone)}
                  value={value.timezone}
                  onChange={(timezone) => set({ timezone })}
                />
              )}
            </Field>
          </div>
        </Section>
        <Section id="matching" title="Matching">
          <Field
            label="Matching Algorithm"
            hint={ALGORITHMS.find((each) => each.value === value.matching_algorithm)?.hint}
          >
            {(control) => (
              <Choice
                {...control}
                className="w-full sm:w-64"
                options={ALGORITHMS}
                value={value.matching_algorithm}
                onChange={(matching_algorithm) => set({ matching_algorithm })}
              />
            )}
          </Field>
          {toggle("auto_match", "Auto Match", "Match deposits automatically after each sync.")}
          {toggle(
            "daily_sync",
            "Daily Synchronization",
            "Sync once a day, between 4 and 6 a.m. of the company's time zone.",
          )}
        </Section>
        <Section id="posting" title="Posting">
          {toggle(
            "auto_post",
            "Post automatically",
            "Post new matches automatically. Deposits already waiting still need your review.",
          )}
        </Section>
      </CardContent>
    </Card>
  );
}

/** One of the sections that the list at the left leads to. */
function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-label={title}
      className="grid scroll-mt-32 gap-5 not-first:border-t not-first:pt-6"
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
  { value: "exact", label: "Exact", hint: "Amount and reference must match exactly." },
  {
    value: "fuzzy",
    label: "Fuzzy",
    hint: "Allows fees, small differences, wider dates and misspellings. Suggests only.",
  },
];
