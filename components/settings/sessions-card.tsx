"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { ErrorState } from "@/components/feedback/error-state";
import { accountKeys, sessionsQuery } from "@/components/settings/queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { listSessions } from "@/lib/contracts/sessions";
import { clearSession } from "@/lib/session-store";
import { timeAgo } from "@/lib/time-ago";
import { toastFailure } from "./queries";

type Session = ResponseOf<typeof listSessions>["sessions"][number];

const FAILED = "Couldn't sign out of that session";

/** The user's sessions, each of which can be ended. */
export function SessionsCard() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Where you're signed in</CardTitle>
        <CardDescription>
          Don't recognize one? Sign it out and change your password.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {data ? (
          <ul aria-label="Sessions" className="divide-y border-y">
            {data.sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        ) : error ? (
          <ErrorState
            headingLevel="h3"
            title="Couldn't load your sessions"
            description={error.message}
            error={error}
            onRetry={() => refetch()}
          />
        ) : (
          <div aria-busy="true" className="grid gap-2 border-y py-3">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-4 w-64" />
          </div>
        )}
      </CardContent>
      <CardFooter className="flex-wrap justify-end border-t pt-5">
        <EndOthers disabled={!data || data.sessions.length < 2} />
        <EndAll />
      </CardFooter>
    </Card>
  );
}

function SessionRow({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => call("POST /user/sessions/end/", { body: { session_id: session.id } }),
    onSuccess: () => toast.success(`Signed out of ${session.device}`),
    onError: (error) => toastFailure(FAILED, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.sessions }),
  });
  const lastUsed = session.current ? "active now" : timeAgo(session.last_seen_at, new Date());
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {session.device}
          {session.current && <Badge variant="success">This device</Badge>}
        </p>
        <p className="text-caption break-words text-muted-foreground">
          {session.ip_address} · <time dateTime={session.last_seen_at}>{lastUsed}</time>
        </p>
      </div>
      {!session.current && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Sign out of ${session.device}`}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function EndOthers({ disabled }: { disabled: boolean }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => call("POST /user/sessions/end-all/", { body: { keep_current: true } }),
    onSuccess: ({ ended }) =>
      toast.success(
        ended === 1 ? "Signed out of 1 other device" : `Signed out of ${ended} other devices`,
      ),
    onError: (error) => toastFailure(FAILED, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.sessions }),
  });
  return (
    <Button
      variant="ghost"
      disabled={disabled}
      loading={end.isPending}
      onClick={() => end.mutate()}
    >
      Sign out other devices
    </Button>
  );
}

function EndAll() {
  const end = useMutation({
    mutationFn: () => call("POST /user/sessions/end-all/", { body: { keep_current: false } }),
    onSuccess: () => {
      toast.success("Signed out everywhere");
      // The guard of the pages then leads to sign in.
      clearSession();
    },
    onError: (error) => toastFailure(FAILED, error),
  });
  return (
    <ConfirmButton
      label="Sign out everywhere"
      title="Sign out everywhere?"
      text="Ends all your sessions, including this one. You'll need to sign in again."
      destructive
      disabled={end.isPending}
      onConfirm={() => end.mutate()}
    />
  );
}
