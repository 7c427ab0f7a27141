"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ProofFooter } from "@/components/settings/proof-footer";
import { toastFailure } from "@/components/settings/toast-failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { ApiError } from "@/lib/api-errors";
import * as z from "@/lib/zod";

interface Proof {
  current_password?: string;
  code: string;
}

interface TwoFactorProofProps<Answer> {
  hasPassword: boolean;
  action: string;
  destructive?: boolean;
  failed: string;
  send: (proof: Proof) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
}

const filled = {
  password: z.string().min(1, "Enter your current password"),
  code: z.string().trim().min(6, "Enter the code of your authenticator"),
};

/** Password and a code of the authenticator, for what changes the locks of an account. */
export function TwoFactorProof<Answer>({
  hasPassword,
  action,
  destructive = false,
  failed,
  send,
  onDone,
  onCancel,
}: TwoFactorProofProps<Answer>) {
  const schema = z.object({
    current_password: hasPassword ? filled.password : z.string(),
    code: filled.code,
  });
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { current_password: "", code: "" },
  });
  const { errors } = form.formState;
  const prove = useMutation({
    mutationFn: ({ current_password, code }: z.infer<typeof schema>) =>
      send({ code, ...(hasPassword && { current_password }) }),
    onSuccess: onDone,
    onError: (error) => {
      toastFailure(failed, error);
      if (!(error instanceof ApiError)) return;
      for (const name of schema.keyof().options) {
        const message = error.fields[name];
        if (message !== undefined) form.setError(name, { message }, { shouldFocus: true });
      }
    },
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((proof) => prove.mutate(proof))}
    >
      {hasPassword && (
        <Field label="Current Password" error={errors.current_password?.message}>
          {(control) => (
            <PasswordInput
              autoComplete="current-password"
              {...control}
              {...form.register("current_password")}
            />
          )}
        </Field>
      )}
      <Field
        label="Code"
        hint="Six digits of your authenticator, or a recovery code."
        error={errors.code?.message}
      >
        {(control) => (
          <Input
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            {...form.register("code")}
          />
        )}
      </Field>
      <ProofFooter
        action={action}
        destructive={destructive}
        loading={prove.isPending}
        onCancel={onCancel}
      />
    </form>
  );
}
