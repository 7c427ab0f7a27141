"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { AuthCard } from "@/components/auth/auth-card";
import { NewPasswordStep } from "@/components/auth/new-password-step";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NO_DIGITS, OTP_LENGTH, type OtpDigits } from "@/components/ui/otp-digits";
import { OtpInput } from "@/components/ui/otp-input";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { callPublic } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { sendOtp } from "@/lib/contracts/passwords";
import { apiTokensInWords } from "@/lib/own-api-tokens";
import { signInAddress } from "@/lib/sign-in-address";
import { toastResetFailure } from "./toast-reset-failure";

type Step = "email" | "otp" | "reset" | "success";

/** The four steps of a password reset. Nothing of it is kept: a reload begins again. */
export function ForgotPassword() {
  const [step, setStep] = useState<Step>("email");
  const [email, setEmail] = useState("");
  const [verified, setVerified] = useState("");
  const [apiTokens, setApiTokens] = useState<string[]>([]);

  const steps: Record<Step, () => ReactNode> = {
    email: () => (
      <ResetEmailStep
        email={email}
        onSent={(sentTo) => {
          setEmail(sentTo);
          setVerified("");
          setStep("otp");
        }}
      />
    ),
    otp: () => (
      <ResetCodeStep
        email={email}
        verified={verified}
        onVerified={(otp) => {
          setVerified(otp);
          setStep("reset");
        }}
        onBack={() => setStep("email")}
      />
    ),
    reset: () => (
      <NewPasswordStep
        email={email}
        onReset={(names) => {
          setApiTokens(names);
          setStep("success");
        }}
        onBack={() => setStep("otp")}
      />
    ),
    success: () => (
      <div className="grid gap-4">
        <p>Sign in with your new password. All earlier sessions were signed out.</p>
        {apiTokens.length > 0 && <TokensNotice names={apiTokens} />}
        <Button asChild>
          <Link href="/login">Back to Login</Link>
        </Button>
      </div>
    ),
  };

  return (
    <AuthCard
      title={step === "success" ? "Password Reset Successfully" : "Forgot password"}
      footer={<TextLink href="/login">Back to login</TextLink>}
    >
      <FocusFirst key={step} enabled={step !== "email"}>
        {steps[step]()}
      </FocusFirst>
    </AuthCard>
  );
}

/** API tokens keep working after a reset, and an intruder with the old password could have created some. */
function TokensNotice({ names }: { names: string[] }) {
  return (
    <p className="text-pretty break-words">
      {apiTokensInWords(names)} If you don't know them all,{" "}
      <TextLink href={signInAddress("/settings?tab=security")}>sign in and revoke them</TextLink>.
    </p>
  );
}

/** Each next step begins at its first control, for keyboards and screen readers. */
function FocusFirst({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (enabled) box.current?.querySelector<HTMLElement>("input, a[href]")?.focus();
  }, [enabled]);
  return <div ref={box}>{children}</div>;
}

const load = () => import("@/lib/contracts/passwords").then((passwords) => passwords.resetRequest);

interface ResetEmailStepProps {
  email: string;
  onSent: (email: string) => void;
}

function ResetEmailStep({ email, onSent }: ResetEmailStepProps) {
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

interface ResetCodeStepProps {
  email: string;
  /** The code that this browser has verified already: a code works once, but Back must not cost it. */
  verified: string;
  onVerified: (otp: string) => void;
  onBack: () => void;
}

function ResetCodeStep({ email, verified, onVerified, onBack }: ResetCodeStepProps) {
  const [digits, setDigits] = useState<OtpDigits>(verified === "" ? NO_DIGITS : [...verified]);
  const [failures, setFailures] = useState(0);
  const otp = digits.join("");
  const verify = useMutation({
    mutationFn: () => callPublic("POST /user/verify-otp/api/", { body: { email, otp } }),
    onSuccess: () => {
      toast.success("OTP verified successfully");
      onVerified(otp);
    },
    onError: (error) => {
      toastResetFailure("Invalid OTP. Please try again.", error);
      setDigits(NO_DIGITS);
      setFailures((count) => count + 1);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (otp === verified) onVerified(otp);
    else verify.mutate();
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <p className="text-pretty">
        If <span className="font-medium break-words">{email}</span> belongs to an account, a
        six-digit code is on its way.
      </p>
      <OtpInput
        key={failures}
        label="Code"
        hint="Works in this browser only. Expires in 10 minutes or after five attempts. Go back for a new code."
        digits={digits}
        onChange={setDigits}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={verify.isPending} disabled={otp.length !== OTP_LENGTH}>
          Verify
        </Button>
      </div>
    </form>
  );
}
