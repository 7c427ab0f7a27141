"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { AuthCard } from "@/components/auth/auth-card";
import { NewPasswordStep } from "@/components/auth/new-password-step";
import { ResetCodeStep } from "@/components/auth/reset-code-step";
import { ResetEmailStep } from "@/components/auth/reset-email-step";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";

type Step = "email" | "otp" | "reset" | "success";

/** The four steps of a password reset. Nothing of it is kept: a reload begins again. */
export function ForgotPassword() {
  const [step, setStep] = useState<Step>("email");
  const [email, setEmail] = useState("");
  const [verified, setVerified] = useState("");

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
        onReset={() => setStep("success")}
        onBack={() => setStep("otp")}
      />
    ),
    success: () => (
      <div className="grid gap-4">
        <p>Sign in with your new password. All earlier sessions were signed out.</p>
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

/** Each next step begins at its first control, for keyboards and screen readers. */
function FocusFirst({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (enabled) box.current?.querySelector<HTMLElement>("input, a[href]")?.focus();
  }, [enabled]);
  return <div ref={box}>{children}</div>;
}
