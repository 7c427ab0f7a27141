"use client";

import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { toastResetFailure } from "@/components/auth/toast-reset-failure";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { callPublic } from "@/lib/api";
import type { newPassword } from "@/lib/contracts/passwords";

const load = () => import("@/lib/contracts/passwords").then((passwords) => passwords.newPassword);

interface NewPasswordStepProps {
  email: string;
  /** With the names of the API tokens that keep working. */
  onReset: (apiTokens: string[]) => void;
  onBack: () => void;
}

export function NewPasswordStep({ email, onReset, onBack }: NewPasswordStepProps) {
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { new_password: "", confirm_password: "" },
  });
  const { errors } = form.formState;
  const reset = useMutation({
    mutationFn: (passwords: z.infer<typeof newPassword>) =>
      callPublic("POST /user/reset-password/api/", { body: { email, ...passwords } }),
    onSuccess: ({ api_tokens = [] }) => {
      toast.success("Password reset successfully");
      onReset(api_tokens);
    },
    onError: (error) => toastResetFailure("Failed to reset password. Please try again.", error),
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((passwords) => reset.mutate(passwords))}
    >
      <Field label="New Password" error={errors.new_password?.message}>
        {(control) => (
          <PasswordInput
            autoComplete="new-password"
            {...control}
            {...form.register("new_password")}
          />
        )}
      </Field>
      <Field label="Confirm Password" error={errors.confirm_password?.message}>
        {(control) => (
          <PasswordInput
            autoComplete="new-password"
            {...control}
            {...form.register("confirm_password")}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={reset.isPending}>
          Reset Password
        </Button>
      </div>
    </form>
  );
}
