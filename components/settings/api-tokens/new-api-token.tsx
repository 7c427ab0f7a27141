"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ErrorState } from "@/components/feedback/error-state";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { ApiTokenForm } from "@/components/settings/api-tokens/api-token-form";
import { apiTokensQuery } from "@/components/settings/api-tokens/queries";
import { PasswordProof } from "@/components/settings/password-proof";
import { profileQuery, twoFactorQuery } from "@/components/settings/queries";
import { Copyable, ShownOnce } from "@/components/settings/shown-once";
import { TwoFactorProof } from "@/components/settings/two-factor-proof";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/api";
import type { NewToken } from "@/lib/contracts/api-tokens";

/** Asks what the token is for, then for proof of identity, and shows the token once. */
export function NewApiToken({ taken, onClose }: { taken: string[]; onClose: () => void }) {
  const [chosen, setChosen] = useState<NewToken | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const { title, description } = wordsOf(chosen, token);
  // One dialog for all steps, so that the focus returns to what opened it.
  return (
    <TaskDialog title={title} description={description} onClose={onClose}>
      {token ? (
        <ShownToken token={token} onClose={onClose} />
      ) : chosen ? (
        <Proof chosen={chosen} onMade={setToken} onClose={onClose} />
      ) : (
        <ApiTokenForm taken={taken} onChosen={setChosen} onCancel={onClose} />
      )}
    </TaskDialog>
  );
}

function wordsOf(chosen: NewToken | null, token: string | null) {
  if (token) {
    return {
      title: "Copy your API token",
      description:
        "It won't be shown again. Store it with the program's secrets: anyone who has it can use it.",
    };
  }
  if (chosen) {
    return {
      title: `Create ${chosen.name}?`,
      description:
        "It lasts longer than your session, so confirm that it's you. The owners get an email about it.",
    };
  }
  return {
    title: "New API token",
    description: "Programs use it to work on this company's books, with the role you choose.",
  };
}

function Proof({
  chosen,
  onMade,
  onClose,
}: {
  chosen: NewToken;
  onMade: (token: string) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const profile = useQuery(profileQuery);
  const twoFactor = useQuery(twoFactorQuery);
  const error = profile.error ?? twoFactor.error;
  const proof = {
    action: "Create API token",
    failed: "Couldn't create the API token",
    send: (body: { current_password?: string; code?: string }) =>
      call("POST /api-tokens/", { body: { ...chosen, ...body } }),
    onDone: ({ token }: { token: string }) => {
      onMade(token);
      void client.invalidateQueries({ queryKey: apiTokensQuery.queryKey });
    },
    onCancel: onClose,
  };
  if (profile.data && twoFactor.data) {
    const hasPassword = profile.data.has_password;
    return (
      <FocusedStep>
        {twoFactor.data.enabled ? (
          <TwoFactorProof hasPassword={hasPassword} {...proof} />
        ) : (
          <PasswordProof hasPassword={hasPassword} {...proof} />
        )}
      </FocusedStep>
    );
  }
  return error ? (
    <ErrorState
      headingLevel="h3"
      title="Couldn't load your settings"
      description={error.message}
      error={error}
      onRetry={() => Promise.all([profile.refetch(), twoFactor.refetch()])}
    />
  ) : (
    <Skeleton className="h-28 w-full" />
  );
}

/** Focuses its first field: the focused button left with the previous step. */
function FocusedStep({ children }: { children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => step.current?.querySelector<HTMLElement>("input, button")?.focus(), []);
  return <div ref={step}>{children}</div>;
}

/** The new token with a call that uses it. */
function ShownToken({ token, onClose }: { token: string; onClose: () => void }) {
  const example = `curl -H "Authorization: ${token}" ${window.location.origin}/api/summary/`;
  return (
    <ShownOnce label="API token" secret={token} onClose={onClose}>
      <Copyable label="Example" text={example} action="Copy example">
        <p className="text-pretty text-muted-foreground">
          Programs send it, with the word TOKEN, in the Authorization header of each call:
        </p>
      </Copyable>
    </ShownOnce>
  );
}
