"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import type { z } from "zod";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { displayName } from "@/components/session/use-user";
import { EmailState } from "@/components/settings/email-state";
import { type PictureChange, PictureField } from "@/components/settings/picture-field";
import { twoFactorQuery } from "@/components/settings/queries";
import { SettingsForm } from "@/components/settings/settings-form";
import { timeZoneChoices } from "@/components/settings/time-zone-choices";
import { useSaveAccount } from "@/components/settings/use-save-account";
import { Card, CardContent } from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/api-errors";
import type { Profile, profileChange } from "@/lib/contracts/profile";

const FIELDS = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "timezone",
  "current_password",
  "code",
] as const;

const NO_PROOF = { current_password: "", code: undefined };

const load = () => import("@/lib/contracts/profile").then((contract) => contract.profileChange);

export function AccountForm({ profile }: { profile: Profile }) {
  const [picture, setPicture] = useState<PictureChange>(undefined);
  const { first_name, last_name, email, phone, timezone } = profile;
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { first_name, last_name, email, phone, timezone, ...NO_PROOF },
  });
  const save = useSaveAccount(profile);
  const { errors, dirtyFields } = form.formState;
  const isMoving = !isSameAddress(form.watch("email"), profile.email);
  const needsPassword = isMoving && profile.has_password;
  const twoFactor = useQuery({ ...twoFactorQuery, enabled: isMoving });
  const needsCode = isMoving && twoFactor.data?.enabled === true;

  function submit({ current_password, code, ...details }: z.infer<typeof profileChange>) {
    if (needsPassword && !current_password) {
      form.setError("current_password", { message: "Enter your current password" });
      form.setFocus("current_password");
      return;
    }
    const body = {
      ...details,
      ...(needsPassword && { current_password }),
      ...(needsCode && { code }),
    };
    save.mutate(
      { details: body, picture },
      {
        onSuccess: ({ email: current, unconfirmed }) => {
          form.reset({ ...details, email: current, ...NO_PROOF });
          setPicture(undefined);
          toast.success("Settings saved successfully", {
            ...(unconfirmed && { description: `Open the link that we sent to ${unconfirmed}.` }),
          });
        },
        onError: (error) => {
          toast.error("Couldn't save your settings", { description: error.message });
          if (!(error instanceof ApiError)) return;
          for (const name of FIELDS) {
            const message = error.fields[name];
            if (message !== undefined) form.setError(name, { message });
          }
        },
      },
    );
  }

  function discard() {
    form.reset();
    setPicture(undefined);
  }

  return (
    <SettingsForm
      changes={Object.keys(dirtyFields).length + (picture === undefined ? 0 : 1)}
      saving={save.isPending}
      onSubmit={form.handleSubmit(submit)}
      onDiscard={discard}
    >
      <Card>
        <CardContent className="grid gap-6">
          <PictureField
            name={displayName(profile)}
            hasPicture={profile.has_avatar}
            change={picture}
            onChange={setPicture}
          />
          <div className="grid gap-6 sm:grid-cols-2">
            <Field label="First Name" error={errors.first_name?.message}>
              {(control) => (
                <Input autoComplete="given-name" {...control} {...form.register("first_name")} />
              )}
            </Field>
            <Field label="Last Name" error={errors.last_name?.message}>
              {(control) => (
                <Input autoComplete="family-name" {...control} {...form.register("last_name")} />
              )}
            </Field>
          </div>
          <Field label="Email" error={errors.email?.message}>
            {(control) => (
              <Input type="email" autoComplete="email" {...control} {...form.register("email")} />
            )}
          </Field>
          {needsPassword && (
            <Field
              label="Current Password"
              hint="Enter your password to change your email. It changes when you open the link that we send there."
              error={errors.current_password?.message}
            >
              {(control) => (
                <PasswordInput
                  autoComplete="current-password"
                  {...control}
                  {...form.register("current_password")}
                />
              )}
            </Field>
          )}
          {needsCode && (
            <Field
              label="Code"
              hint="The six digits from your authenticator app, or a recovery code."
              error={errors.code?.message}
            >
              {(control) => (
                <Input
                  autoComplete="one-time-code"
                  autoCapitalize="none"
                  spellCheck={false}
                  {...control}
                  {...form.register("code", { setValueAs: (code: string) => code || undefined })}
                />
              )}
            </Field>
          )}
          <EmailState profile={profile} />
          <Field label="Phone" error={errors.phone?.message}>
            {(control) => (
              <Input type="tel" autoComplete="tel" {...control} {...form.register("phone")} />
            )}
          </Field>
          <Field
            label="Timezone"
            hint="For the times you see. The company has its own, under General."
            error={errors.timezone?.message}
          >
            {(control) => (
              <Controller
                name="timezone"
                control={form.control}
                render={({ field }) => (
                  <Choice
                    {...control}
                    className="w-full sm:w-64"
                    options={timeZoneChoices(profile.timezone)}
                    value={field.value}
                    onChange={field.onChange}
                  />
                )}
              />
            )}
          </Field>
        </CardContent>
      </Card>
    </SettingsForm>
  );
}

function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
