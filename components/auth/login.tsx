"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { AuthCard, Notice } from "@/components/auth/auth-card";
import { OpenIdButtons } from "@/components/auth/open-id-buttons";
import { arrivingExchange, type OfferedProvider, takeOrigin } from "@/components/auth/openid";
import { SecondFactorStep } from "@/components/auth/second-factor-step";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { Spinner } from "@/components/ui/spinner";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { callPublic } from "@/lib/api";
import { ApiError, NetworkError } from "@/lib/api-errors";
import { SIGN_UP_REFUSALS, type SignUpMode } from "@/lib/constants/sign-up";
import type { login } from "@/lib/contracts/accounts";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { signInAddress } from "@/lib/sign-in-address";
import { arrivalErrorText, loginFailure } from "./failure";
import { useEnter } from "./use-enter";
import { useThrottle } from "./use-throttle";

const TITLES: Record<LoginStep["name"], string> = {
  password: "Sign in",
  code: "Enter your code",
  arriving: "Sign in",
};

interface LoginProps extends Arrival {
  /** Those whose keys are configured. */
  providers: OfferedProvider[];
  signUp: SignUpMode;
}

/** The steps of signing in. */
export function Login({ providers, signUp, ...arrival }: LoginProps) {
  const { step, setStep } = useLoginStep(arrival);
  return (
    <AuthCard
      title={TITLES[step.name]}
      footer={
        <p>
          {signUp === "open" ? (
            <>
              Don't have an account? <TextLink href="/signup">Sign up</TextLink>
            </>
          ) : (
            SIGN_UP_REFUSALS[signUp]
          )}
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

/** What the address of the sign-in page said when the server answered it. */
interface Arrival {
  /** The user returned from a provider, signed in. */
  arrived: boolean;
  /** A code of ours or of next-auth; "" for none. */
  error: string;
}

type LoginStep =
  | { name: "password"; notice: string }
  | { name: "code"; challenge: string }
  | { name: "arriving" };

/** The current step of sign-in; the URL determines the first one. */
function useLoginStep({ arrived, error }: Arrival) {
  const enter = useEnter();
  const [step, setStep] = useState<LoginStep>(() => firstStep({ arrived, error }));
  const looked = useRef(false);

  useEffect(() => {
    if (looked.current || (!arrived && error === "")) return;
    looked.current = true;
    const challenge = new URLSearchParams(window.location.hash.slice(1)).get("challenge");
    cleanAddress();
    if (error === "two_factor_required" && challenge !== null) {
      setStep({ name: "code", challenge });
    } else if (error !== "") {
      setStep({ name: "password", notice: arrivalErrorText(error) });
    } else {
      fetchSession().then(
        (session) => enter(session, session.message),
        (failure: unknown) => setStep({ name: "password", notice: failureNotice(failure) }),
      );
    }
  }, [arrived, error, enter]);

  return { step, setStep };
}

function firstStep({ arrived, error }: Arrival): LoginStep {
  // Only the browser sees what follows the #, which may be a challenge.
  if (error === "two_factor_required" || (arrived && error === "")) return { name: "arriving" };
  return { name: "password", notice: error === "" ? "" : arrivalErrorText(error) };
}

/** Error and challenge are read once; the page to return to stays. */
function cleanAddress(): void {
  const next = takeOrigin() ?? new URLSearchParams(window.location.search).get("next");
  window.history.replaceState(null, "", next === null ? "/login" : signInAddress(next));
}

async function fetchSession() {
  const code = await arrivingExchange();
  if (code === undefined) throw new Error("next-auth offers no session");
  return callPublic("POST /user/login/exchange/api/", { body: { code } });
}

function failureNotice(failure: unknown): string {
  if (failure instanceof ApiError || failure instanceof NetworkError) return failure.message;
  return arrivalErrorText("");
}

const load = () => import("@/lib/contracts/accounts").then((accounts) => accounts.credentials);

/** The first step of signing in; `onChallenge` begins the second, where an account asks for one. */
function LoginForm({ onChallenge }: { onChallenge: (challenge: string) => void }) {
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
      {throttle.notice !== "" && (
        <>
          <Notice>{throttle.notice}</Notice>
          <p className="text-caption text-pretty text-muted-foreground">
            Other people's attempts count too, except in a browser where you signed in before.
          </p>
        </>
      )}
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
