"use client";

import { Controller, useForm } from "react-hook-form";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { ROLE_NAMES } from "@/components/settings/roles-to-give";
import { ProofFooter } from "@/components/settings/settings-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import {
  TOKEN_ABILITIES,
  TOKEN_DAYS,
  TOKEN_ROLES,
  type TokenRole,
} from "@/lib/constants/api-tokens";
import type { NewToken } from "@/lib/contracts/api-tokens";

const load = () => import("@/lib/contracts/api-tokens").then(({ apiTokenForm }) => apiTokenForm);

const NEVER = "never";

/** A token's name, role and end. */
export function ApiTokenForm({
  taken,
  onChosen,
  onCancel,
}: {
  /** Names that others have. */
  taken: string[];
  onChosen: (chosen: NewToken) => void;
  onCancel: () => void;
}) {
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: {
      name: "",
      role: "viewer" as TokenRole,
      expires_in_days: 90 as NewToken["expires_in_days"],
    },
  });
  const { errors } = form.formState;
  function choose(chosen: NewToken) {
    if (!taken.includes(chosen.name)) return onChosen(chosen);
    const message = "There is an API token of this name already";
    form.setError("name", { message }, { shouldFocus: true });
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(choose)}>
      <Field
        label="Name"
        hint="Which program uses it. The history names it."
        error={errors.name?.message}
      >
        {(control) => <Input autoComplete="off" {...control} {...form.register("name")} />}
      </Field>
      <Field label="Role" hint={TOKEN_ABILITIES[form.watch("role")]}>
        {(control) => (
          <NativeSelect {...control} {...form.register("role")}>
            {TOKEN_ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_NAMES[role]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="Expires">
        {(control) => (
          <Controller
            name="expires_in_days"
            control={form.control}
            render={({ field }) => (
              <NativeSelect
                {...control}
                name={field.name}
                ref={field.ref}
                value={field.value ?? NEVER}
                onBlur={field.onBlur}
                onChange={({ target }) =>
                  field.onChange(target.value === NEVER ? null : Number(target.value))
                }
              >
                {TOKEN_DAYS.map((days) => (
                  <option key={days} value={days}>
                    In {days} days
                  </option>
                ))}
                <option value={NEVER}>Never</option>
              </NativeSelect>
            )}
          />
        )}
      </Field>
      <ProofFooter action="Continue" loading={false} onCancel={onCancel} />
    </form>
  );
}
