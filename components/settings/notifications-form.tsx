"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { notificationSettingsQuery } from "@/components/notifications/queries";
import { SaveFooter } from "@/components/settings/save-footer";
import { SettingsLoading } from "@/components/settings/settings-loading";
import { UnsavedChanges } from "@/components/settings/unsaved-changes";
import { Card, CardContent } from "@/components/ui/card";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { NotificationSettings } from "@/lib/contracts/notifications";
import { Setting } from "./save-footer";

const load = () =>
  import("@/lib/contracts/notifications").then((contract) => contract.notificationSettings);

interface Toggle {
  name: keyof NotificationSettings;
  label: string;
  hint: string;
}

const GROUPS: { title: string; toggles: Toggle[] }[] = [
  {
    title: "Email",
    toggles: [
      {
        name: "email_successful_matches",
        label: "Successful Matches",
        hint: "When deposits are matched automatically.",
      },
      {
        name: "email_match_suggestions",
        label: "Match Suggestions",
        hint: "When suggested matches are ready to review.",
      },
      {
        name: "email_integration_issues",
        label: "Integration Issues",
        hint: "When a connection expires, a sync fails or a deposit can't be posted.",
      },
      {
        name: "email_weekly_summary",
        label: "Weekly Summary",
        hint: "Mondays at 8 a.m.: last week's deposits and their status.",
      },
    ],
  },
  {
    title: "In-app",
    toggles: [
      {
        name: "real_time_alerts",
        label: "Real-time Alerts",
        hint: "Show new notifications as they arrive.",
      },
      {
        name: "sound_alerts",
        label: "Sound Alerts",
        hint: "Play a sound when a notification arrives.",
      },
    ],
  },
];

const ROWS = GROUPS.flatMap(({ toggles }) => toggles.map(({ name }) => name));

/** Which notifications the user gets, and how. */
export function NotificationsForm() {
  const { data, error, refetch } = useQuery(notificationSettingsQuery);
  if (data) return <Form settings={data} />;
  return <SettingsLoading rows={ROWS} error={error} onRetry={refetch} />;
}

function Form({ settings }: { settings: NotificationSettings }) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: settings,
  });
  const { isDirty } = form.formState;
  const save = useMutation({
    mutationFn: (body: NotificationSettings) => call("PUT /settings/notifications/", { body }),
    onSuccess: (_, saved) => {
      queryClient.setQueryData(notificationSettingsQuery.queryKey, saved);
      form.reset(saved);
      toast.success("Settings saved successfully");
    },
    onError: (error) => toast.error("Couldn't save your settings", { description: error.message }),
  });
  return (
    <form noValidate onSubmit={form.handleSubmit((changed) => save.mutate(changed))}>
      <Card>
        {GROUPS.map(({ title, toggles }) => (
          <CardContent key={title} className="not-first:border-t not-first:pt-5">
            <fieldset className="grid gap-5">
              <legend className="mb-4 text-base font-semibold">{title}</legend>
              {toggles.map(({ name, label, hint }) => (
                <Setting key={name} label={label} hint={hint}>
                  {(control) => (
                    <Controller
                      name={name}
                      control={form.control}
                      render={({ field }) => (
                        <Switch
                          {...control}
                          checked={field.value}
                          onCheckedChange={field.onChange}
                        />
                      )}
                    />
                  )}
                </Setting>
              ))}
            </fieldset>
          </CardContent>
        ))}
        <SaveFooter dirty={isDirty} saving={save.isPending} onDiscard={() => form.reset()} />
      </Card>
      <UnsavedChanges dirty={isDirty && !save.isPending} />
    </form>
  );
}
