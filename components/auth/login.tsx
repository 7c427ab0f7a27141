"use client";

import { AuthCard } from "@/components/auth/auth-card";
import { LoginForm } from "@/components/auth/login-form";
import { Notice } from "@/components/auth/notice";
import { OpenIdButtons } from "@/components/auth/open-id-buttons";
import type { OfferedProvider } from "@/components/auth/openid";
import { SecondFactorStep } from "@/components/auth/second-factor-step";
import { type Arrival, type LoginStep, useLoginStep } from "@/components/auth/use-login-step";
import { Spinner } from "@/components/ui/spinner";
import { TextLink } from "@/components/ui/text-link";

const TITLES: Record<LoginStep["name"], string> = {
  password: "Sign in",
  code: "Enter your code",
  arriving: "Sign in",
};

/** The steps of signing in; `providers` are those whose keys are configured. */
export function Login({ providers, ...arrival }: Arrival & { providers: OfferedProvider[] }) {
  const { step, setStep } = useLoginStep(arrival);
  return (
    <AuthCard
      title={TITLES[step.name]}
      footer={
        <p>
          Don't have an account? <TextLink href="/signup">Sign up</TextLink>
        </p>
      }
    >
      {step.name === "password" && (
        <>
          {step.notice !== "" && (
            <div className="mb-4">
              <Notice>{step.notice}</Notice>
            </div>
          )}
          <LoginForm onChallenge={(challenge) => setStep({ name: "code", challenge })} />
          <OpenIdButtons providers={providers} />
        </>
      )}
      {step.name === "code" && (
        <SecondFactorStep
          challenge={step.challenge}
          onBack={(notice = "") => setStep({ name: "password", notice })}
        />
      )}
      {step.name === "arriving" && (
        <p role="status" className="flex min-h-40 items-center justify-center gap-2.5">
          <Spinner />
          Signing in...
        </p>
      )}
    </AuthCard>
  );
}
