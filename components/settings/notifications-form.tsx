"use client";

import { useQuery } from "@tanstack/react-query";
import { notificationSettingsQuery } from "@/components/notifications/queries";
import { NotSaved, SaveAll } from "@/components/settings/save-all";
import { Setting } from "@/components/settings/settings-form";
import { SettingsLoading } from "@/components/settings/settings-loading";
import { useDrafts } from "@/components/settings/use-drafts";
import { Card, CardContent } from "@/components/ui/card";
import { Switch } from "@/components/ui/switch";
import { call } from "@/lib/api";
import type { NotificationSettings } from "@/lib/contracts/notifications";

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
  if (data) {
    return (
      <SaveAll>
        <Form settings={data} />
      </SaveAll>
    );
  }
  return <SettingsLoading rows={ROWS} error={error} onRetry={refetch} />;
}

/** Stored as one. */
const PART = "notifications";

function Form({ settings }: { settings: NotificationSettings }) {
  const { valueAt, change, errors } = useDrafts({
    title: "Notifications",
    saved: new Map([[PART, settings]]),
    save: (body) => call("PUT /settings/notifications/", { body }),
    shownBy: [notificationSettingsQuery.queryKey],
  });
  const value = valueAt(PART) ?? settings;
  return (
    <Card>
      {errors.size > 0 && (
        <CardContent>
          <NotSaved text="Couldn't save your settings" errors={errors} />
        </CardContent>
      )}
      {GROUPS.map(({ title, toggles }) => (
        <CardContent key={title} className="not-first:border-t not-first:pt-5">
          <fieldset className="grid gap-5">
            <legend className="mb-4 text-base font-semibold">{title}</legend>
            {toggles.map(({ name, label, hint }) => (
              <Setting key={name} label={label} hint={hint}>
                {(control) => (
                  <Switch
                    {...control}
                    checked={value[name]}
                    onCheckedChange={(isOn) => change(PART, { [name]: isOn })}
                  />
                )}
              </Setting>
            ))}
          </fieldset>
        </CardContent>
      ))}
    </Card>
  );
}
