"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { autoLogoutQuery } from "@/components/settings/queries";
import { useIdle } from "@/components/shell/use-idle";
import { latePart } from "@/components/ui/late-part";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { clearSession, readToken } from "@/lib/session-store";

const IdleWarning = latePart(() => import("@/components/shell/idle-warning"));

/** With Auto Logout on, an idle page signs itself out, as the server ends its session. */
export function AutoLogout() {
  const { data: rule } = useQuery(autoLogoutQuery);
  return rule?.auto_logout_enabled ? <IdleWatch minutes={rule.session_timeout} /> : null;
}

function IdleWatch({ minutes }: { minutes: number }) {
  const queryClient = useQueryClient();
  // Any call counts as activity for the server; this one also fetches a rule changed elsewhere.
  const reportActivity = useCallback(
    () => void queryClient.refetchQueries({ queryKey: autoLogoutQuery.queryKey }),
    [queryClient],
  );
  const onOver = useCallback(() => {
    leave();
    toast.info(`You were signed out after ${minutes} minutes of inactivity.`, {
      duration: Number.POSITIVE_INFINITY,
    });
  }, [minutes]);
  const { secondsLeft, stay } = useIdle(minutes * 60_000, { reportActivity, onOver });
  // Fetched as soon as there is a rule, minutes before it is needed. The watch itself never waits for it.
  return (
    <IdleWarning
      secondsLeft={secondsLeft}
      onLeave={leave}
      onStay={() => {
        // After "Sign out now" there is nothing to stay in.
        if (readToken() !== null) stay();
      }}
    />
  );
}

/** The guard of the pages then leads to sign in, and from there back. */
function leave(): void {
  // Another tab may have been faster.
  if (readToken() === null) return;
  call("POST /user/logout/api/").catch((error: unknown) => {
    console.warn(
      "Couldn't reach the server to sign out. The idle session there will expire.",
      error,
    );
  });
  clearSession();
}
