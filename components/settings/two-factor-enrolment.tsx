"use client";

import { useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { AuthenticatorSetup } from "@/components/settings/authenticator-setup";
import { PasswordProof } from "@/components/settings/password-proof";
import { RecoveryCodes } from "@/components/settings/recovery-codes";
import type { TwoFactorTask } from "@/components/settings/two-factor-task";
import { call } from "@/lib/api";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { beginTwoFactor } from "@/lib/contracts/two-factor";

/** Proof of identity, authenticator, recovery codes. Closed before the third step, two-factor stays off. */
export function TwoFactorEnrolment({ hasPassword, onChanged, onClose }: TwoFactorTask) {
  const [secret, setSecret] = useState<ResponseOf<typeof beginTwoFactor> | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (!secret) {
    return (
      <TaskDialog
        title="Set up two-factor authentication"
        description="You need an authenticator app on your phone, such as Google Authenticator or 1Password."
        onClose={onClose}
      >
        <PasswordProof
          hasPassword={hasPassword}
          action="Continue"
          failed="Couldn't turn on two-factor authentication"
          send={(body) => call("POST /user/two-factor/begin/", { body })}
          onDone={setSecret}
          onCancel={onClose}
        />
      </TaskDialog>
    );
  }
  return (
    <TaskDialog
      title="Scan this code"
      description="Scan it with your authenticator app, then enter the six digits it shows."
      onClose={onClose}
    >
      <AuthenticatorSetup
        qrCode={secret.qr_code}
        secret={secret.secret}
        onConfirmed={(recoveryCodes) => {
          setCodes(recoveryCodes);
          onChanged();
        }}
        onCancel={onClose}
      />
    </TaskDialog>
  );
}
