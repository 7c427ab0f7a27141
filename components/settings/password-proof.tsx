"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { ApiError } from "@/lib/api-errors";
import { toastFailure } from "./queries";
import { ProofFooter } from "./settings-form";

interface PasswordProofProps<Answer> {
  hasPassword: boolean;
  action: string;
  destructive?: boolean;
  failed: string;
  send: (proof: { current_password?: string }) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
}

/** Asks for the password before an account's locks change; where there is none, only for the step itself. */
export function PasswordProof<Answer>({
  hasPassword,
  action,
  destructive = false,
  failed,
  send,
  onDone,
  onCancel,
}: PasswordProofProps<Answer>) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const prove = useMutation({
    mutationFn: () => send(hasPassword ? { current_password: password } : {}),
    onSuccess: onDone,
    onError: (error) => {
      toastFailure(failed, error);
      setProblem(error instanceof ApiError ? error.fields.current_password : undefined);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (hasPassword && password === "") setProblem("Enter your current password");
    else prove.mutate();
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {hasPassword && (
        <Field label="Current Password" error={problem}>
          {(control) => (
            <PasswordInput
              autoComplete="current-password"
              {...control}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
      )}
      <ProofFooter
        action={action}
        destructive={destructive}
        loading={prove.isPending}
        onCancel={onCancel}
      />
    </form>
  );
}
