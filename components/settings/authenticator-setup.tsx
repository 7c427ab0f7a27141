"use client";

import { useMutation } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import Image from "next/image";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { DialogFooter } from "@/components/ui/dialog";
import { NO_DIGITS, OTP_LENGTH, type OtpDigits } from "@/components/ui/otp-digits";
import { OtpInput } from "@/components/ui/otp-input";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { toastFailure } from "./queries";

interface AuthenticatorSetupProps {
  /** An image as a data URL. */
  qrCode: string;
  /** The same as text (Base32). */
  secret: string;
  /** Two-factor is on; these are shown now and never again. */
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

export function AuthenticatorSetup({
  qrCode,
  secret,
  onConfirmed,
  onCancel,
}: AuthenticatorSetupProps) {
  const [digits, setDigits] = useState<OtpDigits>(NO_DIGITS);
  const [failures, setFailures] = useState(0);
  const code = digits.join("");
  const confirm = useMutation({
    mutationFn: () => call("POST /user/two-factor/confirm/", { body: { code } }),
    onSuccess: ({ message, recovery_codes }) => {
      toast.success(message);
      onConfirmed(recovery_codes);
    },
    onError: (error) => {
      toastFailure("Couldn't turn on two-factor authentication", error);
      setDigits(NO_DIGITS);
      setFailures((count) => count + 1);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    confirm.mutate();
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <div className="flex flex-col items-center gap-4 sm:flex-row">
        {/* Dark on white in either theme: cameras read nothing else reliably. */}
        <Image
          src={qrCode}
          alt="QR code for your authenticator app"
          width={176}
          height={176}
          unoptimized
          className="size-44 shrink-0 rounded-lg border bg-white p-1"
        />
        <div className="grid min-w-0 gap-2">
          <p className="text-muted-foreground">If you can't scan it, enter this key in the app.</p>
          <p className="font-mono text-sm break-words select-all">
            {secret.replace(/(.{4})(?=.)/g, "$1 ")}
          </p>
          <Button
            variant="outline"
            size="sm"
            className="justify-self-start"
            onClick={() => copyText(secret)}
          >
            <Copy aria-hidden="true" />
            Copy key
          </Button>
        </div>
      </div>
      <OtpInput
        key={failures}
        label="Code"
        hint="It changes every 30 seconds."
        digits={digits}
        onChange={setDigits}
      />
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={confirm.isPending} disabled={code.length !== OTP_LENGTH}>
          Turn on
        </Button>
      </DialogFooter>
    </form>
  );
}
