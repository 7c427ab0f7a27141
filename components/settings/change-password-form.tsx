"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { accountKeys } from "@/components/settings/queries";
import { toastFailure } from "@/components/settings/toast-failure";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import type { passwordChange } from "@/lib/contracts/passwords";

const load = () =>
  import("@/lib/contracts/passwords").then((passwords) => passwords.passwordChange);

const INPUTS = [
  { name: "current_password", label: "Current Password", autoComplete: "current-password" },
  { name: "new_password", label: "New Password", autoComplete: "new-password" },
  { name: "confirm_password", label: "Confirm New Password", autoComplete: "new-password" },
] as const;

export function ChangePasswordForm() {
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
    onSuccess: () => {
      form.reset();
      toast.success("Password changed successfully");
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
