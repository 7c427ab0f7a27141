"use client";

import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toastResetFailure } from "@/components/auth/toast-reset-failure";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { callPublic } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { sendOtp } from "@/lib/contracts/passwords";

const load = () => import("@/lib/contracts/passwords").then((passwords) => passwords.resetRequest);

interface ResetEmailStepProps {
  email: string;
  onSent: (email: string) => void;
}

export function ResetEmailStep({ email, onSent }: ResetEmailStepProps) {
  const form = useForm({ resolver: useContractResolver(load), defaultValues: { email } });
  const send = useMutation({
    mutationFn: (body: BodyOf<typeof sendOtp>) => callPublic("POST /user/send-otp/api/", { body }),
    onSuccess: (_answer, body) => {
      toast.success("OTP sent to your email");
      onSent(body.email);
    },
    onError: (error) => toastResetFailure("Failed to send OTP. Please try again.", error),
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((body) => send.mutate(body))}
    >
      <Field
        label="Email"
        hint="We'll email a six-digit code to your account's address."
        error={form.formState.errors.email?.message}
      >
        {(control) => (
          <Input type="email" autoComplete="email" {...control} {...form.register("email")} />
        )}
      </Field>
      <Button type="submit" loading={send.isPending}>
        {send.isPending ? "Sending OTP..." : "Send Reset Code"}
      </Button>
    </form>
  );
}
