"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { ListCard, ListRow } from "@/components/settings/list-card";
import { accountKeys, sessionsQuery, toastFailure } from "@/components/settings/queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { listSessions } from "@/lib/contracts/sessions";
import { clearSession } from "@/lib/session-store";
import { timeAgo } from "@/lib/time-ago";

type Session = ResponseOf<typeof listSessions>["sessions"][number];

const FAILED = "Couldn't sign out of that session";

/** The user's sessions, each of which can be ended. */
export function SessionsCard() {
  const query = useQuery(sessionsQuery);
  const sessions = query.data?.sessions;
  return (
    <ListCard
      title="Where you're signed in"
      label="Sessions"
      description="Don't recognize one? Sign it out and change your password."
      query={query}
      items={sessions}
      failed="Couldn't load your sessions"
      footer={
        <>
          <EndOthers disabled={!sessions || sessions.length < 2} />
          <EndAll />
        </>
      }
    >
      {(session) => <SessionRow key={session.id} session={session} />}
    </ListCard>
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
    <ListRow
      name={session.device}
      badge={session.current && <Badge variant="success">This device</Badge>}
      facts={
        <>
          {session.ip_address} · <time dateTime={session.last_seen_at}>{lastUsed}</time>
        </>
      }
    >
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
    </ListRow>
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
      loading={end.isPending}
      onConfirm={() => end.mutate()}
    />
  );
}
