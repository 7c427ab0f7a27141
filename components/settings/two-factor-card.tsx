"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { accountKeys } from "@/components/settings/queries";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { beginTwoFactor, twoFactorStatus } from "@/lib/contracts/two-factor";
import { AuthenticatorSetup } from "./authenticator-setup";
import { PasswordProof } from "./password-proof";
import { RecoveryCodes } from "./recovery-codes";
import { Setting } from "./settings-form";
import { TwoFactorProof } from "./two-factor-proof";

type Task = "enrol" | "disable" | "renew";
const LOW_CODES = 3;

/** The toggle leads through enrolment, or through turning it off; it moves when the server says so. */
export function TwoFactorCard({
  status,
  hasPassword,
}: {
  status: ResponseOf<typeof twoFactorStatus>;
  hasPassword: boolean;
}) {
  const queryClient = useQueryClient();
  const [task, setTask] = useState<Task | null>(null);
  const { enabled, recovery_codes_left: left } = status;
  const dialog = {
    hasPassword,
    onChanged: () => void queryClient.invalidateQueries({ queryKey: accountKeys.twoFactor }),
    onClose: () => setTask(null),
  };
  return (
    <Card>
      <CardContent className="grid gap-4">
        <Setting
          label="Two-Factor Authentication"
          hint="Ask for a code from your phone when you sign in."
        >
          {(control) => (
            <Switch
              {...control}
              checked={enabled}
              onCheckedChange={(on) => setTask(on ? "enrol" : "disable")}
            />
          )}
        </Setting>
        {enabled && (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t pt-4">
            <p className={left < LOW_CODES ? "text-warning" : "text-muted-foreground"}>
              {left === 1 ? "1 recovery code left" : `${left} recovery codes left`}
            </p>
            <Button variant="outline" size="sm" onClick={() => setTask("renew")}>
              New recovery codes
            </Button>
          </div>
        )}
      </CardContent>
      {task === "enrol" && <TwoFactorEnrolment {...dialog} />}
      {task === "disable" && <TwoFactorDisable {...dialog} />}
      {task === "renew" && <RecoveryCodesRenewal {...dialog} />}
    </Card>
  );
}

function TwoFactorDisable({ hasPassword, onChanged, onClose }: TwoFactorTask) {
  return (
    <TaskDialog
      title="Turn off two-factor authentication?"
      description="You'll sign in with your password only. Your recovery codes will be deleted."
      onClose={onClose}
    >
      <TwoFactorProof
        hasPassword={hasPassword}
        action="Turn off"
        destructive
        failed="Couldn't turn off two-factor authentication"
        send={(body) => call("POST /user/two-factor/disable/", { body })}
        onDone={({ message }) => {
          toast.success(message);
          onChanged();
          onClose();
        }}
        onCancel={onClose}
      />
    </TaskDialog>
  );
}

function RecoveryCodesRenewal({ hasPassword, onChanged, onClose }: TwoFactorTask) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <TaskDialog
      title="Create new recovery codes?"
      description="Your current codes will stop working."
      onClose={onClose}
    >
      <TwoFactorProof
        hasPassword={hasPassword}
        action="Create new codes"
        failed="Couldn't create new recovery codes"
        send={(body) => call("POST /user/two-factor/recovery-codes/", { body })}
        onDone={({ recovery_codes }) => {
          setCodes(recovery_codes);
          onChanged();
        }}
        onCancel={onClose}
      />
    </TaskDialog>
  );
}

/** Proof of identity, authenticator, recovery codes. Closed before the third step, two-factor stays off. */
function TwoFactorEnrolment({ hasPassword, onChanged, onClose }: TwoFactorTask) {
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

/** The props of every dialog of the two-factor card. */
interface TwoFactorTask {
  /** Accounts that only sign in through a provider have none to ask for. */
  hasPassword: boolean;
  /** The server's state is another one now. */
  onChanged: () => void;
  onClose: () => void;
}
