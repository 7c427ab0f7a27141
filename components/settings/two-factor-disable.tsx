"use client";

import { TaskDialog } from "@/components/feedback/task-dialog";
import { TwoFactorProof } from "@/components/settings/two-factor-proof";
import type { TwoFactorTask } from "@/components/settings/two-factor-task";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";

export function TwoFactorDisable({ hasPassword, onChanged, onClose }: TwoFactorTask) {
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
