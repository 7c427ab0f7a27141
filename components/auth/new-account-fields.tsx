import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { failureText } from "./failure";
import { useThrottle } from "./use-throttle";

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

const FAILED = {
  refused: "Account creation failed. Please try again.",
  other: "Registration failed. Please try again later.",
};

/** Creates an account by `send`, and says why where that is refused. */
export function useRegistration<Body, Session>({
  send,
  onSuccess,
  onRefused,
}: {
  send: (body: Body) => Promise<Session>;
  onSuccess: (session: Session) => void;
  /** For what the server says about single fields. */
  onRefused: (error: Error) => void;
}) {
  const throttle = useThrottle();
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess,
    onError: (error) => {
      if (throttle.note(error)) return;
      toast.error(failureText(error, FAILED));
      onRefused(error);
    },
  });
  return { register: mutate, isPending, notice: throttle.notice };
}

/** The links open in a new tab, since the form would lose what was typed. */
export function TermsLabel() {
  return (
    <>
      I agree to the{" "}
      <TextLink href="/terms" target="_blank">
        Terms of Service
      </TextLink>{" "}
      and{" "}
      <TextLink href="/privacy" target="_blank">
        Privacy Policy
      </TextLink>
    </>
  );
}
