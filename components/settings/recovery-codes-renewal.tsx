"use client";

import { useState } from "react";
import { RecoveryCodes } from "@/components/settings/recovery-codes";
import { TaskDialog, type TwoFactorTask } from "@/components/settings/task-dialog";
import { TwoFactorProof } from "@/components/settings/two-factor-proof";
import { call } from "@/lib/api";

export function RecoveryCodesRenewal({ hasPassword, onChanged, onClose }: TwoFactorTask) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <TaskDialog
      title="Make new recovery codes?"
      description="The ones that you have no longer work from then on."
      onClose={onClose}
    >
      <TwoFactorProof
        hasPassword={hasPassword}
        action="Make new codes"
        failed="New recovery codes could not be made"
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
