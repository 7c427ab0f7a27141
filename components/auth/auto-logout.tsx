"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback } from "react";
import { toast } from "sonner";
import { useIdle } from "@/components/auth/use-idle";
import { PartBoundary } from "@/components/feedback/part-boundary";
import { autoLogoutQuery } from "@/components/settings/queries";
import { call } from "@/lib/api";
import { logout } from "@/lib/contracts/accounts";
import { clearSession, readToken } from "@/lib/session-store";
import { whenOnline } from "@/lib/when-online";

// Fetched while the page is in use: by the time it is needed the connection may be gone.
const IdleWarning = lazy(() => whenOnline().then(() => import("@/components/auth/idle-warning")));

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
  return (
    <PartBoundary fallback={null}>
      <Suspense>
        <IdleWarning secondsLeft={secondsLeft} onStay={stay} onLeave={leave} />
      </Suspense>
    </PartBoundary>
  );
}

/** The guard of the pages then leads to sign in, and from there back. */
function leave(): void {
  // Another tab may have been faster.
  if (readToken() === null) return;
  call(logout).catch((error: unknown) => {
    console.warn("The server could not be told; it ends the idle session by itself.", error);
  });
  clearSession();
}
