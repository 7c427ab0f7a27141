"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountKeys } from "@/components/settings/queries";
import { RecoveryCodesRenewal } from "@/components/settings/recovery-codes-renewal";
import { Setting } from "@/components/settings/setting";
import { TwoFactorDisable } from "@/components/settings/two-factor-disable";
import { TwoFactorEnrolment } from "@/components/settings/two-factor-enrolment";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Switch } from "@/components/ui/switch";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { twoFactorStatus } from "@/lib/contracts/two-factor";

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
