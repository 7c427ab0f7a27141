"use client";

import { useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { RecoveryCodes } from "@/components/settings/recovery-codes";
import { TwoFactorProof } from "@/components/settings/two-factor-proof";
import type { TwoFactorTask } from "@/components/settings/two-factor-task";
import { call } from "@/lib/api";

export function RecoveryCodesRenewal({ hasPassword, onChanged, onClose }: TwoFactorTask) {
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
