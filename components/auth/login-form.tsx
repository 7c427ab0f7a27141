"use client";

import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { loginFailure } from "@/components/auth/failure";
import { Notice } from "@/components/auth/notice";
import { useEnter } from "@/components/auth/use-enter";
import { useThrottle } from "@/components/auth/use-throttle";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { callPublic } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import type { login } from "@/lib/contracts/accounts";
import type { BodyOf } from "@/lib/contracts/endpoint";

const load = () => import("@/lib/contracts/accounts").then((accounts) => accounts.credentials);

/** The first step of signing in; `onChallenge` begins the second, where an account asks for one. */
export function LoginForm({ onChallenge }: { onChallenge: (challenge: string) => void }) {
  const enter = useEnter();
  const throttle = useThrottle();
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { username: "", password: "" },
  });
  const { errors } = form.formState;
  const signIn = useMutation({
    mutationFn: (body: BodyOf<typeof login>) => callPublic("POST /user/login/api/", { body }),
    onSuccess: (session) => enter(session, "Logged in successfully!"),
    onError: (error) => {
      const challenge = error instanceof ApiError ? error.more.challenge : undefined;
      if (challenge !== undefined) return onChallenge(challenge);
      if (!throttle.note(error)) {
        const { text, ...more } = loginFailure(error);
        toast.error(text, more);
        if (error instanceof ApiError && error.status === 401) {
          form.setError("username", { message: "" });
          form.setError("password", { message: "Check your username and password." });
        }
      }
      form.setFocus("password", { shouldSelect: true });
    },
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((body) => signIn.mutate(body))}
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
