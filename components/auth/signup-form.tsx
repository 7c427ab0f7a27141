"use client";

import { Controller, useForm } from "react-hook-form";
import {
  NewAccountFields,
  TermsLabel,
  useRegistration,
} from "@/components/auth/new-account-fields";
import { useEnter } from "@/components/auth/use-enter";
import { showFieldErrors, useContractResolver } from "@/components/feedback/use-contract-resolver";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { callPublic } from "@/lib/api";
import type { createAccount } from "@/lib/contracts/accounts";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { Notice } from "./auth-card";

const INPUTS = ["username", "email", "password", "password_confirm"] as const;

async function load() {
  const [{ registration }, z] = await Promise.all([
    import("@/lib/contracts/accounts"),
    import("@/lib/zod"),
  ]);
  const terms = z
    .boolean()
    .refine((accepted) => accepted, "You must accept the terms and conditions");
  return registration.and(z.object({ terms }));
}

export function SignupForm() {
  const enter = useEnter();
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { username: "", email: "", password: "", password_confirm: "", terms: false },
  });
  const { errors } = form.formState;
  const { register, isPending, notice } = useRegistration({
    send: (body: BodyOf<typeof createAccount>) => callPublic("POST /user/create/api/", { body }),
    onSuccess: (session) => enter(session, "Account created successfully!"),
    onRefused: (error) => showFieldErrors(form, INPUTS, error),
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit(({ terms: _, ...body }) => register(body))}
    >
      {notice !== "" && <Notice>{notice}</Notice>}
      <NewAccountFields input={form.register} errors={errors}>
        <Field label="Email" error={errors.email?.message}>
          {(control) => (
            <Input type="email" autoComplete="email" {...control} {...form.register("email")} />
          )}
        </Field>
      </NewAccountFields>
      <Field inline label={<TermsLabel />} error={errors.terms?.message}>
        {(control) => (
          <Controller
            name="terms"
            control={form.control}
            render={({ field: { value, onChange, ...field } }) => (
              <Checkbox {...control} {...field} checked={value} onCheckedChange={onChange} />
            )}
          />
        )}
      </Field>
      <Button type="submit" loading={isPending}>
        {isPending ? "Creating Account..." : "Create Account"}
      </Button>
    </form>
  );
}
