"use client";

import { useMutation } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { failureText } from "@/components/auth/failure";
import { Notice } from "@/components/auth/notice";
import { TermsLabel } from "@/components/auth/terms-label";
import { useEnter } from "@/components/auth/use-enter";
import { useThrottle } from "@/components/auth/use-throttle";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { callPublic } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import type { createAccount } from "@/lib/contracts/accounts";
import type { BodyOf } from "@/lib/contracts/endpoint";

const FAILED = {
  refused: "Account creation failed. Please try again.",
  other: "Registration failed. Please try again later.",
};
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
  const throttle = useThrottle();
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { username: "", email: "", password: "", password_confirm: "", terms: false },
  });
  const { errors } = form.formState;
  const register = useMutation({
    mutationFn: (body: BodyOf<typeof createAccount>) =>
      callPublic("POST /user/create/api/", { body }),
    onSuccess: (session) => enter(session, "Account created successfully!"),
    onError: (error) => {
      if (throttle.note(error)) return;
      toast.error(failureText(error, FAILED));
      if (!(error instanceof ApiError)) return;
      for (const name of INPUTS) {
        const message = error.fields[name];
        if (message !== undefined) form.setError(name, { message });
      }
    },
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit(({ terms: _, ...body }) => register.mutate(body))}
    >
      {throttle.notice !== "" && <Notice>{throttle.notice}</Notice>}
      <Field label="Username" error={errors.username?.message}>
        {(control) => (
          <Input
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            {...form.register("username")}
          />
        )}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input type="email" autoComplete="email" {...control} {...form.register("email")} />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput autoComplete="new-password" {...control} {...form.register("password")} />
        )}
      </Field>
      <Field label="Confirm Password" error={errors.password_confirm?.message}>
        {(control) => (
          <PasswordInput
            autoComplete="new-password"
            {...control}
            {...form.register("password_confirm")}
          />
        )}
      </Field>
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
      <Button type="submit" loading={register.isPending}>
        {register.isPending ? "Creating Account..." : "Create Account"}
      </Button>
    </form>
  );
}
