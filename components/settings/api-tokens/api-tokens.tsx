"use client";

import { useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { NewApiToken } from "@/components/settings/api-tokens/new-api-token";
import { apiTokensQuery } from "@/components/settings/api-tokens/queries";
import { toastFailure } from "@/components/settings/queries";
import { ROLE_NAMES } from "@/components/settings/roles-to-give";
import { useRowFocus } from "@/components/settings/use-row-focus";
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
import { DayText } from "@/components/ui/date-text";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { ApiToken } from "@/lib/contracts/api-tokens";
import { timeAgo } from "@/lib/time-ago";

/** What programs sign in with to work on the company's books, for owners and admins. */
export function ApiTokens() {
  const [making, setMaking] = useState(false);
  const { data, error, refetch } = useQuery(apiTokensQuery);
  const make = useRef<HTMLButtonElement>(null);
  const isChanging = useIsMutating({ mutationKey: apiTokensQuery.queryKey }) > 0;
  const list = useRowFocus(isChanging, make);
  const tokens = data?.api_tokens;
  return (
    <Card className="max-w-2xl">
      <CardHeader>
        <CardTitle>API tokens</CardTitle>
        <CardDescription className="text-pretty">
          For programs that use the <TextLink href="/api/docs">API</TextLink> with this company's
          books. Tokens stop working when revoked, expired, or when their creator leaves. Changing
          your password doesn't revoke them.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {tokens?.length === 0 ? (
          <EmptyState
            className="border-y"
            title="No API tokens"
            description="Create one for each program, with the least role it needs."
          />
        ) : tokens ? (
          <ul {...list} aria-label="API tokens" className="divide-y border-y">
            {tokens.map((token) => (
              <ApiTokenRow key={token.id} token={token} />
            ))}
          </ul>
        ) : error ? (
          <ErrorState
            headingLevel="h3"
            title="Couldn't load the API tokens"
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
      <CardFooter className="justify-end border-t pt-5">
        <Button ref={make} disabled={!tokens} onClick={() => setMaking(true)}>
          <KeyRound aria-hidden="true" />
          New API token
        </Button>
      </CardFooter>
      {making && (
        <NewApiToken
          taken={tokens?.map(({ name }) => name) ?? []}
          onClose={() => setMaking(false)}
        />
      )}
    </Card>
  );
}

/** An API token with what it may do and when it was used last, to revoke. */
function ApiTokenRow({ token }: { token: ApiToken }) {
  const { id, name, role, acts_as, made_by, created_at, expires_at, expired, last_used_at } = token;
  const client = useQueryClient();
  const revoke = useMutation({
    mutationKey: apiTokensQuery.queryKey,
    mutationFn: () => call("POST /api-tokens/revoke/", { body: { api_token_id: id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toastFailure("Couldn't revoke the API token", error),
    onSettled: () => client.invalidateQueries({ queryKey: apiTokensQuery.queryKey }),
  });
  const now = new Date();
  return (
    <li
      tabIndex={-1}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sm py-3"
    >
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          {expired && <Badge variant="warning">Expired</Badge>}
        </p>
        <p className="text-caption break-words text-muted-foreground">
          {ROLE_NAMES[role]}
          {acts_as !== role && `, limited to ${ROLE_NAMES[acts_as]} by its creator's role`}, created
          by {made_by} <time dateTime={created_at}>{timeAgo(created_at, now)}</time>
        </p>
        <p className="text-caption text-muted-foreground">
          {last_used_at ? (
            <>
              Last used <time dateTime={last_used_at}>{timeAgo(last_used_at, now)}</time>
            </>
          ) : (
            "Never used"
          )}
          {" · "}
          {expires_at ? (
            <>
              {expired ? "expired" : "expires"} <DayText at={expires_at} />
            </>
          ) : (
            "doesn't expire"
          )}
        </p>
      </div>
      <ConfirmDialog
        title={`Revoke ${name}?`}
        text="The program that uses it can't make another call. Its actions stay in the history. This can't be undone."
        action="Revoke"
        destructive
        onConfirm={() => revoke.mutate()}
        trigger={
          <Button
            variant="outline"
            size="sm"
            aria-label={`Revoke ${name}`}
            loading={revoke.isPending}
          >
            Revoke
          </Button>
        }
      />
    </li>
  );
}
