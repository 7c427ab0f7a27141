"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useIdle } from "@/components/auth/use-idle";
import { useLoaded } from "@/components/feedback/use-loaded";
import { autoLogoutQuery } from "@/components/settings/queries";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { clearSession, readToken } from "@/lib/session-store";

const loadWarning = () => import("@/components/auth/idle-warning");

/** With Auto Logout on, an idle page signs itself out, as the server ends its session. */
export function AutoLogout() {
  const { data: rule } = useQuery(autoLogoutQuery);
  return rule?.auto_logout_enabled ? <IdleWatch minutes={rule.session_timeout} /> : null;
}

function IdleWatch({ minutes }: { minutes: number }) {
  const queryClient = useQueryClient();
  // Any call tells the server that somebody is there; this one also brings a rule changed elsewhere.
  const tellServer = useCallback(
    () => void queryClient.refetchQueries({ queryKey: autoLogoutQuery.queryKey }),
    [queryClient],
  );
  const onOver = useCallback(() => {
    leave();
    toast.info(`You were signed out after ${minutes} minutes without activity.`, {
      duration: Number.POSITIVE_INFINITY,
    });
  }, [minutes]);
  const { secondsLeft, stay } = useIdle(minutes * 60_000, { tellServer, onOver });
  // Fetched as soon as there is a rule, minutes before it is needed. The watch itself never waits for it.
  const Warning = useLoaded(loadWarning);
  return (
    Warning && (
      <Warning
        secondsLeft={secondsLeft}
        onLeave={leave}
        onStay={() => {
          // After "Sign out now" there is nothing to stay in.
          if (readToken() !== null) stay();
        }}
      />
    )
  );
}

/** The guard of the pages then leads to sign in, and from there back. */
function leave(): void {
  // Another tab may have been faster.
  if (readToken() === null) return;
  call("POST /user/logout/api/").catch((error: unknown) => {
    console.warn("The server could not be told; it ends the idle session by itself.", error);
  });
  clearSession();
}
