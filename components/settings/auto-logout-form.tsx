"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { autoLogoutQuery } from "@/components/settings/queries";
import { SaveFooter } from "@/components/settings/save-footer";
import { Setting } from "@/components/settings/setting";
import { toastFailure } from "@/components/settings/toast-failure";
import { UnsavedChanges } from "@/components/settings/unsaved-changes";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { AutoLogout } from "@/lib/contracts/sessions";
import { SESSION_TIMEOUTS } from "@/lib/contracts/values/sessions";

const CHOICES = SESSION_TIMEOUTS.map((minutes) => ({
  value: String(minutes),
  label: `${minutes} minutes`,
}));

export function AutoLogoutForm({ rule }: { rule: AutoLogout }) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<AutoLogout>(rule);
  const save = useMutation({
    mutationFn: (body: AutoLogout) => call("PUT /user/auto-logout/api/", { body }),
    onSuccess: (_, saved) => {
      // The page's own clock follows it at once.
      queryClient.setQueryData(autoLogoutQuery.queryKey, saved);
      toast.success("Settings saved successfully");
    },
    onError: (error) => toastFailure("Failed to update session settings. Please try again.", error),
  });
  const isDirty =
    chosen.auto_logout_enabled !== rule.auto_logout_enabled ||
    chosen.session_timeout !== rule.session_timeout;

  function chooseTimeout(text: string) {
    const session_timeout = SESSION_TIMEOUTS.find((minutes) => String(minutes) === text);
    if (session_timeout) setChosen({ ...chosen, session_timeout });
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(chosen);
      }}
    >
      <Card>
        <CardHeader>
          <CardTitle>Session</CardTitle>
        </CardHeader>
        <CardContent className="grid gap-6">
          <Setting label="Auto Logout" hint="Sign out after inactivity.">
            {(control) => (
              <Switch
                {...control}
                checked={chosen.auto_logout_enabled}
                onCheckedChange={(auto_logout_enabled) =>
                  setChosen({ ...chosen, auto_logout_enabled })
                }
              />
            )}
          </Setting>
          <Field
            label="Session Timeout"
            hint="Applies when Auto Logout is on. Activity in any tab counts."
          >
            {(control) => (
              <Choice
                {...control}
                className="w-full sm:w-64"
                options={CHOICES}
                value={String(chosen.session_timeout)}
                onChange={chooseTimeout}
              />
            )}
          </Field>
        </CardContent>
        <SaveFooter dirty={isDirty} saving={save.isPending} onDiscard={() => setChosen(rule)} />
      </Card>
      <UnsavedChanges dirty={isDirty && !save.isPending} />
    </form>
  );
}
