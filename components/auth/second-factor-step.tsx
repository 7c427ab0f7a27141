"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { loginFailure } from "@/components/auth/failure";
import { useEnter } from "@/components/auth/use-enter";
import { useThrottle } from "@/components/auth/use-throttle";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NO_DIGITS, OTP_LENGTH, type OtpDigits } from "@/components/ui/otp-digits";
import { OtpInput } from "@/components/ui/otp-input";
import { toast } from "@/components/ui/toast";
import { callPublic } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import { Notice } from "./auth-card";
import { EXPIRED } from "./failure";

// A challenge's own limits (its contract): after either, only a new sign-in helps.
const LIFETIME_MS = 10 * 60_000;
const TRIES = 5;

interface SecondFactorStepProps {
  challenge: string;
  onBack: (notice?: string) => void;
}

/** The second step of signing in: a code of the authenticator, or a recovery code. */
export function SecondFactorStep({ challenge, onBack }: SecondFactorStepProps) {
  const enter = useEnter();
  const throttle = useThrottle();
  const [usesRecovery, setUsesRecovery] = useState(false);
  const [digits, setDigits] = useState<OtpDigits>(NO_DIGITS);
  const [recovery, setRecovery] = useState("");
  const [failures, setFailures] = useState(0);
  const code = usesRecovery ? recovery.trim() : digits.join("");
  useExpiry(() => onBack(EXPIRED));

  const signIn = useMutation({
    mutationFn: () => callPublic("POST /user/login/two-factor/api/", { body: { challenge, code } }),
    onSuccess: (session) => enter(session, "Logged in successfully!"),
    onError: (error) => {
      if (throttle.note(error)) return;
      if (failures + 1 >= TRIES && isRefusal(error)) return onBack(EXPIRED);
      const { text, ...more } = loginFailure(error);
      toast.error(text, more);
      if (!isRefusal(error)) return;
      setFailures(failures + 1);
      setDigits(NO_DIGITS);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    signIn.mutate();
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {throttle.notice !== "" && <Notice>{throttle.notice}</Notice>}
      {usesRecovery ? (
        <RecoveryCodeField value={recovery} onChange={setRecovery} />
      ) : (
        <OtpInput
          key={failures}
          label="Code"
          hint="The six digits from your authenticator app."
          digits={digits}
          onChange={setDigits}
        />
      )}
      <Button
        variant="link"
        size="sm"
        className="justify-self-start px-0"
        onClick={() => setUsesRecovery(!usesRecovery)}
      >
        {usesRecovery ? "Use your authenticator" : "Use a recovery code"}
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" onClick={() => onBack()}>
          Back
        </Button>
        <Button type="submit" loading={signIn.isPending} disabled={code.length < OTP_LENGTH}>
          {signIn.isPending ? "Signing in..." : "Sign In"}
        </Button>
      </div>
    </form>
  );
}

function RecoveryCodeField({
  value,
  onChange,
}: {
  value: string;
  onChange: (value: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Field label="Recovery Code" hint="Each code works once.">
      {(control) => (
        <Input
          ref={input}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function useExpiry(onOver: () => void): void {
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });
  useEffect(() => {
    const timer = setTimeout(() => over.current(), LIFETIME_MS);
    return () => clearTimeout(timer);
  }, []);
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
