"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { LinkedIdentities } from "@/components/settings/linked-identities";
import { OwnApiTokens } from "@/components/settings/own-api-tokens";
import {
  accountKeys,
  autoLogoutQuery,
  profileQuery,
  toastFailure,
  twoFactorQuery,
} from "@/components/settings/queries";
import { SessionsCard } from "@/components/settings/sessions-card";
import { SettingsLoading } from "@/components/settings/settings-loading";
import { TwoFactorCard } from "@/components/settings/two-factor-card";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { Switch } from "@/components/ui/switch";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import { SESSION_TIMEOUTS } from "@/lib/constants/sessions";
import type { passwordChange } from "@/lib/contracts/passwords";
import type { AutoLogout } from "@/lib/contracts/sessions";
import { apiTokensInWords } from "@/lib/own-api-tokens";
import { Setting, SettingsForm } from "./settings-form";

const ROWS = ["current", "new", "confirm", "two-factor", "auto-logout", "timeout"];

/** The Security tab; its cards come together, so that none pushes the next one away. */
export function Security() {
  const profile = useQuery(profileQuery);
  const twoFactor = useQuery(twoFactorQuery);
  const autoLogout = useQuery(autoLogoutQuery);
  if (!profile.data || !twoFactor.data || !autoLogout.data) {
    const queries = [profile, twoFactor, autoLogout];
    const error = queries.find((query) => query.error)?.error ?? null;
    const retry = () => queries.filter((query) => query.error).map((query) => query.refetch());
    return <SettingsLoading rows={ROWS} error={error} onRetry={retry} />;
  }
  const { has_password: hasPassword } = profile.data;
  return (
    <div className="grid gap-6">
      {hasPassword ? <ChangePasswordForm /> : <NoPassword />}
      <TwoFactorCard status={twoFactor.data} hasPassword={hasPassword} />
      <AutoLogoutForm rule={autoLogout.data} />
      <SessionsCard />
      <OwnApiTokens />
      <LinkedIdentities />
    </div>
  );
}

/** In the place of the password's form, for an account that only signs in through a provider. */
function NoPassword() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Change Password</CardTitle>
        <CardDescription>
          This account has no password because you sign in through a provider. To add one,{" "}
          <TextLink href="/forgot-password">set it by email</TextLink>.
        </CardDescription>
      </CardHeader>
    </Card>
  );
}

const CHOICES = SESSION_TIMEOUTS.map((minutes) => ({
  value: String(minutes),
  label: `${minutes} minutes`,
}));

function AutoLogoutForm({ rule }: { rule: AutoLogout }) {
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
  const changes = [
    chosen.auto_logout_enabled !== rule.auto_logout_enabled,
    chosen.session_timeout !== rule.session_timeout,
  ].filter(Boolean).length;

  function chooseTimeout(text: string) {
    const session_timeout = SESSION_TIMEOUTS.find((minutes) => String(minutes) === text);
    if (session_timeout) setChosen({ ...chosen, session_timeout });
  }

  return (
    <SettingsForm
      changes={changes}
      saving={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(chosen);
      }}
      onDiscard={() => setChosen(rule)}
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
      </Card>
    </SettingsForm>
  );
}

const load = () =>
  import("@/lib/contracts/passwords").then((passwords) => passwords.passwordChange);

const INPUTS = [
  { name: "current_password", label: "Current Password", autoComplete: "current-password" },
  { name: "new_password", label: "New Password", autoComplete: "new-password" },
  { name: "confirm_password", label: "Confirm New Password", autoComplete: "new-password" },
] as const;

function ChangePasswordForm() {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { current_password: "", new_password: "", confirm_password: "" },
  });
  const { errors } = form.formState;
  const values = form.watch();
  const change = useMutation({
    mutationFn: (body: z.infer<typeof passwordChange>) =>
      call("POST /user/change-password/api/", { body }),
    onSuccess: ({ api_tokens = [] }) => {
      form.reset();
      const description = api_tokens.length > 0 ? apiTokensInWords(api_tokens) : undefined;
      toast.success("Password changed successfully", { ...(description && { description }) });
      // All the other ones have ended.
      return queryClient.invalidateQueries({ queryKey: accountKeys.sessions });
    },
    onError: (error) => {
      toastFailure("Failed to change password. Please try again.", error);
      const wrong = error instanceof ApiError ? error.fields.current_password : undefined;
      if (wrong === undefined) return;
      form.setError("current_password", { message: wrong });
      form.setFocus("current_password", { shouldSelect: true });
    },
  });
  // One sentence for however many fields are empty.
  const empty = INPUTS.find(({ name }) => errors[name] && values[name] === "");
  return (
    <form noValidate onSubmit={form.handleSubmit((body) => change.mutate(body))}>
      <Card>
        <CardHeader>
          <CardTitle>Change Password</CardTitle>
        </CardHeader>
        <CardContent className="grid gap-6">
          {INPUTS.map(({ name, label, autoComplete }) => (
            <Field
              key={name}
              label={label}
              error={values[name] === "" ? undefined : errors[name]?.message}
            >
              {(control) => (
                <PasswordInput
                  autoComplete={autoComplete}
                  {...control}
                  aria-invalid={errors[name] !== undefined}
                  {...form.register(name)}
                />
              )}
            </Field>
          ))}
          {empty && (
            <p role="alert" className="text-caption text-destructive">
              {errors[empty.name]?.message}
            </p>
          )}
        </CardContent>
        <CardFooter className="justify-end border-t pt-5">
          <Button type="submit" loading={change.isPending}>
            {change.isPending ? "Changing Password..." : "Change Password"}
          </Button>
        </CardFooter>
      </Card>
    </form>
  );
}
