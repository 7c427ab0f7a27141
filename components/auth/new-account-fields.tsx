import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";

type Name = "username" | "password" | "password_confirm";

/** A username, and a password twice. */
export function NewAccountFields({
  input,
  errors,
  children,
}: {
  input: (name: Name) => UseFormRegisterReturn;
  errors: Partial<Record<Name, { message?: string }>>;
  /** Between username and password. */
  children?: ReactNode;
}) {
  return (
    <>
      <Field label="Username" error={errors.username?.message}>
        {(control) => (
          <Input
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            {...input("username")}
          />
        )}
      </Field>
      {children}
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput autoComplete="new-password" {...control} {...input("password")} />
        )}
      </Field>
      <Field label="Confirm Password" error={errors.password_confirm?.message}>
        {(control) => (
          <PasswordInput autoComplete="new-password" {...control} {...input("password_confirm")} />
        )}
      </Field>
    </>
  );
}
