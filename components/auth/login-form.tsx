"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { failureText } from "@/components/auth/failure";
import { useEnter } from "@/components/auth/use-enter";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { TextLink } from "@/components/ui/text-link";
import { call } from "@/lib/api";
import { credentials, login } from "@/lib/contracts/accounts";
import type { BodyOf } from "@/lib/contracts/endpoint";

const INVALID = "Invalid username or password";

export function LoginForm() {
  const enter = useEnter();
  const form = useForm({
    resolver: zodResolver(credentials),
    defaultValues: { username: "", password: "" },
  });
  const { errors } = form.formState;
  const signIn = useMutation({
    mutationFn: (body: BodyOf<typeof login>) => call(login, { body }),
    onSuccess: (session) => enter(session, "Logged in successfully!"),
    onError: (error) => {
      toast.error(failureText(error, { refused: INVALID, other: INVALID }));
      form.setFocus("password", { shouldSelect: true });
    },
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((body) => signIn.mutate(body))}
    >
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
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            autoComplete="current-password"
            {...control}
            {...form.register("password")}
          />
        )}
      </Field>
      <TextLink href="/forgot-password" className="justify-self-start text-caption">
        Forgot password?
      </TextLink>
      <Button type="submit" loading={signIn.isPending}>
        {signIn.isPending ? "Signing in..." : "Sign In"}
      </Button>
    </form>
  );
}
