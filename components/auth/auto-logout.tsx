"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useIdle } from "@/components/auth/use-idle";
import { autoLogoutQuery } from "@/components/settings/queries";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { logout } from "@/lib/contracts/accounts";
import { clearSession, readToken } from "@/lib/session-store";

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
  const unit = secondsLeft === 1 ? "second" : "seconds";
  return (
    <AlertDialog
      open={secondsLeft !== null}
      onOpenChange={(open) => {
        // Escape stays too; after "Sign out now" there is nothing to stay in.
        if (!open && readToken() !== null) stay();
      }}
    >
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Are you still there?</AlertDialogTitle>
          <AlertDialogDescription>
            You are signed out in{" "}
            <span className="tabular-nums">
              {secondsLeft ?? 0} {unit}
            </span>
            . What is not saved is lost.
          </AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel onClick={leave}>Sign out now</AlertDialogCancel>
          <AlertDialogAction>Stay signed in</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
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
