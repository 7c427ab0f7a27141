"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toastResetFailure } from "@/components/auth/toast-reset-failure";
import { Button } from "@/components/ui/button";
import { NO_DIGITS, OTP_LENGTH, type OtpDigits } from "@/components/ui/otp-digits";
import { OtpInput } from "@/components/ui/otp-input";
import { toast } from "@/components/ui/toast";
import { callPublic } from "@/lib/api";

interface ResetCodeStepProps {
  email: string;
  /** The code that this browser has verified already: a code works once, but Back must not cost it. */
  verified: string;
  onVerified: (otp: string) => void;
  onBack: () => void;
}

export function ResetCodeStep({ email, verified, onVerified, onBack }: ResetCodeStepProps) {
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
        hint="Expires in 10 minutes or after five attempts. Go back for a new code."
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
