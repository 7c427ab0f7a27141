"use client";

import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { ApiError } from "@/lib/api-errors";
import { toastFailure } from "./queries";
import { ProofFooter } from "./settings-form";

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

const INPUTS = ["current_password", "code"] as const;

async function loadCode() {
  const z = await import("@/lib/zod");
  const code = z.string().trim().min(6, "Enter the code from your authenticator app");
  return z.object({ current_password: z.string(), code });
}

async function loadBoth() {
  const z = await import("@/lib/zod");
  const current_password = z.string().min(1, "Enter your current password");
  return (await loadCode()).extend({ current_password });
}

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
  const form = useForm({
    resolver: useContractResolver(hasPassword ? loadBoth : loadCode),
    defaultValues: { current_password: "", code: "" },
  });
  const { errors } = form.formState;
  const prove = useMutation({
    mutationFn: ({ current_password, code }: Required<Proof>) =>
      send({ code, ...(hasPassword && { current_password }) }),
    onSuccess: onDone,
    onError: (error) => {
      toastFailure(failed, error);
      if (!(error instanceof ApiError)) return;
      for (const name of INPUTS) {
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
        hint="The six digits from your authenticator app, or a recovery code."
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
